import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { TimeColumn } from '../../platform/database/columns';

/** A report without a new order: it responds to the last order that enabled reports. */
@Entity({ name: 'ehr_scheduled_orders' })
export class ScheduledOrderEntity {
  /** 24 hexadecimal characters that grow with the creation. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  @Column({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** The order that it responds to. */
  @Column({ type: 'varchar', name: 'message_id' })
  messageId!: string;

  /** The previous one for the same order; null for the first. */
  @Column({ type: 'varchar', name: 'preceding_id', nullable: true })
  precedingId!: string | null;

  @TimeColumn({ name: 'preceding_time', nullable: true })
  precedingTime!: number | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;
}
