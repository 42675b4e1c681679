import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { JsonColumn, TimeColumn } from '../database/columns';
import type { AlertsActivity } from './alert-kinds';

/**
 * What the evaluation of alerts keeps beside a configuration. Configuring never writes the activity, and evaluating
 * never writes the configuration, so neither undoes the other.
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

  /** How often something has asked for an evaluation. */
  @Column({ type: 'int' })
  wanted!: number;

  /** What `wanted` was when the last evaluation began. */
  @Column({ type: 'int' })
  done!: number;

  /** When to evaluate; null when nothing asks for it. */
  @TimeColumn({ name: 'due_time', nullable: true })
  dueTime!: number | null;

  /** When a reading's time comes that was ahead of the clock; null when no reading was. */
  @TimeColumn({ name: 'next_time', nullable: true })
  nextTime!: number | null;

  /** When silence is to be looked for next; null when nobody wants to know. */
  @TimeColumn({ name: 'silence_time', nullable: true })
  silenceTime!: number | null;

  /** Nobody but `worker` evaluates or delivers before. */
  @TimeColumn({ name: 'lease_time' })
  leaseTime!: number;

  /** Who evaluates; null when nobody does. */
  @Column({ type: 'varchar', nullable: true })
  worker!: string | null;

  /** Failures in a row. */
  @Column({ type: 'int' })
  attempts!: number;

  /** The notification that is not delivered yet; no other is made before. */
  @Column({ type: 'varchar', name: 'pending_id', nullable: true })
  pendingId!: string | null;
}
