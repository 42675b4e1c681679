import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { TimeColumn } from '../database/columns';

/** What is known of a log that a phone has sent; the log itself lies in the content store. */
@Entity({ name: 'device_logs' })
export class DeviceLogEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** Unique over all accounts. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** Base64. */
  @Column({ type: 'varchar', name: 'digest_md5' })
  digestMD5!: string;

  /** Bytes. */
  @Column({ type: 'int' })
  size!: number;

  /** Where the log lies in the store. */
  @Column({ type: 'varchar', name: 'content_key' })
  contentKey!: string;

  /** The log tells of what happened from here … */
  @TimeColumn({ name: 'start_time' })
  startTime!: number;

  /** … to here. */
  @TimeColumn({ name: 'end_time' })
  endTime!: number;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;
}
