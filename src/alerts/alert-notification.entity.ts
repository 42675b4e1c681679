import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { TimeColumn } from '../database/columns';
import type { AlertKind } from './alert-kinds';

/** Something that a follower is told; kept before it is told. */
@Entity({ name: 'alert_notifications' })
export class AlertNotificationEntity {
  /** A UUID: push services want one. */
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

  /** Null until it is delivered, and for ever when it cannot be. */
  @TimeColumn({ name: 'delivered_time', nullable: true })
  deliveredTime!: number | null;

  /** Why it was not delivered, the last time that it was tried; null when nothing went wrong. */
  @Column({ type: 'text', nullable: true })
  error!: string | null;
}
