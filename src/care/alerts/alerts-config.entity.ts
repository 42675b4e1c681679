import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { JsonColumn, TimeColumn } from '../../platform/database/columns';
import type { AlertsConfig } from './alerts-config';

/** A follower's alert configuration for an account. */
@Entity({ name: 'alerts_configs' })
export class AlertsConfigEntity {
  /** The followed account. */
  @PrimaryColumn({ type: 'varchar', name: 'followed_id' })
  @AccountColumn()
  followedId!: string;

  /** The follower, who chooses the alerts. */
  @PrimaryColumn({ type: 'varchar', name: 'follower_id' })
  @AccountColumn()
  followerId!: string;

  /** The data set that the alerts apply to; null for all. */
  @Column({ type: 'varchar', name: 'data_set_id', nullable: true })
  dataSetId!: string | null;

  @JsonColumn()
  sections!: Omit<AlertsConfig, 'uploadId'>;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'modified_time' })
  modifiedTime!: number;
}
