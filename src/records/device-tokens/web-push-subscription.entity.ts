import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { TimeColumn } from '../../platform/database/columns';

/** A browser registered for push messages. */
@Entity({ name: 'web_push_subscriptions' })
export class WebPushSubscriptionEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** SHA-256 of the endpoint, in hexadecimal. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** URL at the browser's push service. Anyone who knows it may send to the browser. */
  @Column({ type: 'text' })
  endpoint!: string;

  /** Public key of the browser, a P-256 point in base64url. */
  @Column({ type: 'varchar' })
  p256dh!: string;

  /** Shared secret of browser and service, 16 bytes in base64url. */
  @Column({ type: 'varchar' })
  auth!: string;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  /** When the browser last registered. */
  @TimeColumn({ name: 'modified_time' })
  modifiedTime!: number;
}
