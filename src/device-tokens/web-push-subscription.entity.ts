import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { TimeColumn } from '../database/columns';

/** Where a browser gets push messages. */
@Entity({ name: 'web_push_subscriptions' })
export class WebPushSubscriptionEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** SHA-256 of the endpoint, in hexadecimal. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** Address at the push service of the browser's maker. Whoever knows it may send to the browser. */
  @Column({ type: 'text' })
  endpoint!: string;

  /** Public key of the browser, a point of P-256 in base64url. */
  @Column({ type: 'varchar' })
  p256dh!: string;

  /** What browser and service both know, 16 bytes in base64url. */
  @Column({ type: 'varchar' })
  auth!: string;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  /** When the browser last told it. */
  @TimeColumn({ name: 'modified_time' })
  modifiedTime!: number;
}
