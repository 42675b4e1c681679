import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { TimeColumn } from '../../platform/database/columns';

/** When a data set last received device data. */
@Entity({ name: 'upload_receipts' })
export class UploadReceiptEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** As stored in columns of records. */
  @PrimaryColumn({ type: 'varchar', name: 'upload_id' })
  uploadId!: string;

  /** When the last upload was accepted, by the clock of the server. */
  @TimeColumn({ name: 'received_time' })
  receivedTime!: number;

  /** Since when data in the data set waits for the evaluation of alerts; null if none does. */
  @TimeColumn({ name: 'due_time', nullable: true })
  dueTime!: number | null;

  /** The span of the upload that waits, as a `traceparent`; null if it was not traced. */
  @Column({ type: 'varchar', name: 'trace_parent', nullable: true })
  traceParent!: string | null;
}
