import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { TimeColumn } from '../../platform/database/columns';
import type { AlertKind } from './alert-kinds';

/** A notification to a follower; stored before it is sent. */
@Entity({ name: 'alert_notifications' })
export class AlertNotificationEntity {
  /** A UUID, because push services require one. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar', name: 'recipient_id' })
  @AccountColumn()
  recipientId!: string;

  @Column({ type: 'varchar', name: 'followed_id' })
  @AccountColumn()
  followedId!: string;

  @Column({ type: 'varchar' })
  kind!: AlertKind;

  @Column({ type: 'text' })
  message!: string;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  /** Null until it is delivered, and forever if it cannot be. */
  @TimeColumn({ name: 'delivered_time', nullable: true })
  deliveredTime!: number | null;

  /** Error of the last failed attempt; null if there was none. */
  @Column({ type: 'text', nullable: true })
  error!: string | null;

  /** The span of the upload or configuration that caused it, as a `traceparent`; null if it was not traced. */
  @Column({ type: 'varchar', name: 'trace_parent', nullable: true })
  traceParent!: string | null;
}
