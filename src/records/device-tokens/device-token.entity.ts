import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { TimeColumn } from '../../platform/database/columns';

/** Apple's push environments that a token can be valid in. */
export type PushEnvironment = 'production' | 'sandbox';

/** A phone registered for push notifications. */
@Entity({ name: 'device_tokens' })
export class DeviceTokenEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** SHA-256 of token and environment, in base64. */
  @PrimaryColumn({ type: 'varchar' })
  digest!: string;

  /** As Apple issued it to the phone, in base64. */
  @Column({ type: 'text' })
  token!: string;

  @Column({ type: 'varchar' })
  environment!: PushEnvironment;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  /** When the phone last registered. */
  @TimeColumn({ name: 'modified_time' })
  modifiedTime!: number;
}
