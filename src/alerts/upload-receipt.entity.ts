import { Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { TimeColumn } from '../database/columns';

/** When a data set last received data of a device. */
@Entity({ name: 'upload_receipts' })
export class UploadReceiptEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** As columns of records hold it. */
  @PrimaryColumn({ type: 'varchar', name: 'upload_id' })
  uploadId!: string;

  /** When the last upload was accepted, by the clock of the server. */
  @TimeColumn({ name: 'received_time' })
  receivedTime!: number;

  /** Since when something waits in the data set for the alerts of followers; null when nothing does. */
  @TimeColumn({ name: 'due_time', nullable: true })
  dueTime!: number | null;
}
