import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../../platform/database/account-column';
import { TimeColumn } from '../../../platform/database/columns';

/** An order of Xealth, which lets an account be opened and its reports be shown until it is canceled. */
@Entity({ name: 'xealth_orders' })
export class XealthOrderEntity {
  /** 24 hexadecimal characters that grow with the arrival. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** Of deployment and id of the order. */
  @Column({ type: 'varchar', name: 'order_digest' })
  orderDigest!: string;

  @Column({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  /** The patient; null as long as nothing was done. */
  @Column({ type: 'varchar', name: 'user_id', nullable: true })
  @AccountColumn()
  userId!: string | null;

  /** The health system that the order comes from, as Xealth names it. */
  @Column({ type: 'text' })
  deployment!: string;

  /** As Xealth knows the order. */
  @Column({ type: 'text', name: 'order_id' })
  orderId!: string;

  /** What the cancellation is known by; null as long as nobody has canceled the order. */
  @Column({ type: 'varchar', name: 'cancellation_id', nullable: true })
  cancellationId!: string | null;

  /** Why the order could not be followed when that was last tried; null when it could be. */
  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;
}
