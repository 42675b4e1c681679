import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { JsonColumn, TimeColumn } from '../../platform/database/columns';

/** A message to a health record system. */
@Entity({ name: 'ehr_outgoing_messages' })
export class OutgoingMessageEntity {
  /** 24 hexadecimal characters that grow with the creation. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  /** The patient; null if the order has none. */
  @Column({ type: 'varchar', name: 'user_id', nullable: true })
  @AccountColumn()
  userId!: string | null;

  /** The order that it responds to, including scheduled reports; null for messages of earlier releases. */
  @Column({ type: 'varchar', name: 'order_id', nullable: true })
  orderId!: string | null;

  /** Subject of the message, such as `Results`; null for messages of earlier releases. */
  @Column({ type: 'varchar', name: 'data_model', nullable: true })
  dataModel!: string | null;

  @JsonColumn()
  content!: object;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  /** When the receiver accepted it; null until then, and if nothing is sent. */
  @TimeColumn({ name: 'sent_time', nullable: true })
  sentTime!: number | null;

  /** Number of attempts to send it; null if nothing is sent. */
  @Column({ type: 'int', nullable: true })
  attempts!: number | null;
}
