import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../../platform/database/account-column';
import { TimeColumn } from '../../../platform/database/columns';

/** A Xealth order, which creates an account and makes its reports visible until it is canceled. */
@Entity({ name: 'xealth_orders' })
export class XealthOrderEntity {
  /** 24 hexadecimal characters that grow with the arrival. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** Digest of the deployment and the id of the order. */
  @Column({ type: 'varchar', name: 'order_digest' })
  orderDigest!: string;

  @Column({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  /** The patient; null until the order is processed. */
  @Column({ type: 'varchar', name: 'user_id', nullable: true })
  @AccountColumn()
  userId!: string | null;

  /** The health system that placed the order, as Xealth names it. */
  @Column({ type: 'text' })
  deployment!: string;

  /** Id of the order in Xealth. */
  @Column({ type: 'text', name: 'order_id' })
  orderId!: string;

  /** Id of the cancellation; null if the order is not canceled. */
  @Column({ type: 'varchar', name: 'cancellation_id', nullable: true })
  cancellationId!: string | null;

  /** Why the last attempt to process the order failed; null if it succeeded. */
  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;
}
