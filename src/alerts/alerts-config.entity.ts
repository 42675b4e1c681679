import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { JsonColumn, TimeColumn } from '../database/columns';
import type { AlertsConfig } from './alerts-config';

/** Which alerts a care partner gets about somebody whom they follow. */
@Entity({ name: 'alerts_configs' })
export class AlertsConfigEntity {
  /** The account that the alerts are about. */
  @PrimaryColumn({ type: 'varchar', name: 'followed_id' })
  @AccountColumn()
  followedId!: string;

  /** The account that gets them, and that decides which. */
  @PrimaryColumn({ type: 'varchar', name: 'follower_id' })
  @AccountColumn()
  followerId!: string;

  /** The data set that the alerts are about; null for all. */
  @Column({ type: 'varchar', name: 'data_set_id', nullable: true })
  dataSetId!: string | null;

  @JsonColumn()
  sections!: Omit<AlertsConfig, 'uploadId'>;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'modified_time' })
  modifiedTime!: number;
}
