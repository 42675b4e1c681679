import { Column, Entity, PrimaryColumn } from 'typeorm';
import { FlagColumn, JsonColumn, TimeColumn } from '../database/columns';

export type DataSetType = 'normal' | 'continuous';
export type DataSetState = 'open' | 'closed';

/** One upload session of an account: a normal one shows its records once it is closed, a continuous one at once. */
@Entity({ name: 'data_sets' })
export class DataSetEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  userId!: string;

  /** The id in all addresses, `uploadId` of its records; unique over all accounts. */
  @PrimaryColumn({ type: 'varchar', name: 'upload_id' })
  uploadId!: string;

  @Column({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar', name: 'data_set_type' })
  dataSetType!: DataSetType;

  @Column({ type: 'varchar' })
  state!: DataSetState;

  /** Listed and read only when active. */
  @FlagColumn()
  active!: boolean;

  /** Canonical name of the de-duplicator. */
  @Column({ type: 'varchar' })
  deduplicator!: string;

  @Column({ type: 'varchar', name: 'client_name', nullable: true })
  clientName!: string | null;

  @Column({ type: 'text', name: 'device_id', nullable: true })
  deviceId!: string | null;

  @TimeColumn()
  time!: number;

  /** What the uploader said about the set, validated; everything above and below is not repeated in it. */
  @JsonColumn()
  content!: object;

  @Column({ type: 'varchar', name: 'by_user', nullable: true })
  byUser!: string | null;

  /** Who and what created the set, for audits; never shown. */
  @JsonColumn()
  provenance!: object;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'modified_time' })
  modifiedTime!: number;

  @TimeColumn({ name: 'deleted_time', nullable: true })
  deletedTime!: number | null;
}
