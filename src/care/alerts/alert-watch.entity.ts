import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { JsonColumn, TimeColumn } from '../../platform/database/columns';
import type { AlertsActivity } from './alert-kinds';

/**
 * The state of alert evaluation, separate from the configuration. Configuring never writes the activity, and
 * evaluating never writes the configuration, so neither overwrites the other.
 */
@Entity({ name: 'alert_watches' })
export class AlertWatchEntity {
  @PrimaryColumn({ type: 'varchar', name: 'followed_id' })
  @AccountColumn()
  followedId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'follower_id' })
  @AccountColumn()
  followerId!: string;

  @JsonColumn()
  activity!: AlertsActivity;

  /** How many evaluations were requested. */
  @Column({ type: 'int' })
  wanted!: number;

  /** The value of `wanted` when the last evaluation began. */
  @Column({ type: 'int' })
  done!: number;

  /** When to evaluate; null if no evaluation is requested. */
  @TimeColumn({ name: 'due_time', nullable: true })
  dueTime!: number | null;

  /** When a reading from ahead of the clock becomes current; null if there is none. */
  @TimeColumn({ name: 'next_time', nullable: true })
  nextTime!: number | null;

  /** When to check for silence next; null if silence alerts are off. */
  @TimeColumn({ name: 'silence_time', nullable: true })
  silenceTime!: number | null;

  /** Only `worker` evaluates or delivers before this time. */
  @TimeColumn({ name: 'lease_time' })
  leaseTime!: number;

  /** The holder of the lease; null if there is none. */
  @Column({ type: 'varchar', nullable: true })
  worker!: string | null;

  /** Number of consecutive failures. */
  @Column({ type: 'int' })
  attempts!: number;

  /** The notification not delivered yet; no other is created before. */
  @Column({ type: 'varchar', name: 'pending_id', nullable: true })
  pendingId!: string | null;

  /** The span that requested the next evaluation, as a `traceparent`; null if it was not traced. */
  @Column({ type: 'varchar', name: 'trace_parent', nullable: true })
  traceParent!: string | null;
}
