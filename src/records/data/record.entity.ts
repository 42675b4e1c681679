import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { FlagColumn, PrimaryTimeColumn, TimeColumn } from '../../platform/database/columns';

/**
 * A diabetes record: its JSON text for readers, and the few values used in filters. Rows are clustered by (user,
 * time, id), so a time range is one sequential read.
 */
@Entity({ name: 'records' })
export class RecordEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @PrimaryTimeColumn({ name: 'time' })
  time!: number;

  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @PrimaryColumn({ type: 'varchar', name: 'upload_id' })
  uploadId!: string;

  @Column({ type: 'varchar' })
  type!: string;

  /** `subType`, or `deliveryType` of a basal. */
  @Column({ type: 'varchar', name: 'sub_type', nullable: true })
  subType!: string | null;

  /** Only active records are visible. */
  @FlagColumn()
  active!: boolean;

  @Column({ type: 'text', name: 'device_id', nullable: true })
  deviceId!: string | null;

  @Column({ type: 'varchar', name: 'origin_id', nullable: true })
  originId!: string | null;

  /** Identity for deduplication: SHA-256, base64. */
  @Column({ type: 'varchar', nullable: true })
  hash!: string | null;

  /** Milliseconds between two readings of a sensor. */
  @Column({ type: 'int', name: 'sample_interval', nullable: true })
  sampleInterval!: number | null;

  /** The reason for a dosing decision. */
  @Column({ type: 'varchar', nullable: true })
  reason!: string | null;

  @Column({ type: 'varchar', nullable: true })
  source!: string | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'archived_time', nullable: true })
  archivedTime!: number | null;

  @Column({ type: 'varchar', name: 'archived_upload_id', nullable: true })
  archivedUploadId!: string | null;

  @Column({ type: 'text', name: 'content' })
  content!: string;
}
