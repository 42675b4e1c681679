import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { TimeColumn } from '../database/columns';

/** Which of Apple's push services a token is good for. */
export const pushEnvironments = ['production', 'sandbox'] as const;

export type PushEnvironment = (typeof pushEnvironments)[number];

/** Where to send push notifications to a phone. */
@Entity({ name: 'device_tokens' })
export class DeviceTokenEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** SHA-256 of token and environment, in base64. */
  @PrimaryColumn({ type: 'varchar' })
  digest!: string;

  /** As Apple handed it to the phone, in base64. */
  @Column({ type: 'text' })
  token!: string;

  @Column({ type: 'varchar' })
  environment!: PushEnvironment;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  /** When the phone last told it. */
  @TimeColumn({ name: 'modified_time' })
  modifiedTime!: number;
}
