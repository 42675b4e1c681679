import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { TimeColumn } from '../../platform/database/columns';

/** Metadata of a phone's log; the log itself is in the content store. */
@Entity({ name: 'device_logs' })
export class DeviceLogEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** Unique across all accounts. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** Base64. */
  @Column({ type: 'varchar', name: 'digest_md5' })
  digestMD5!: string;

  /** Bytes. */
  @Column({ type: 'int' })
  size!: number;

  /** Key of the log in the store. */
  @Column({ type: 'varchar', name: 'content_key' })
  contentKey!: string;

  /** Start of the log … */
  @TimeColumn({ name: 'start_time' })
  startTime!: number;

  /** … and its end. */
  @TimeColumn({ name: 'end_time' })
  endTime!: number;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;
}
