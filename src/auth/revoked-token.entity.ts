import { Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { TimeColumn } from '../database/columns';

/** A single token that was given up although its session goes on. */
@Entity({ name: 'revoked_tokens' })
export class RevokedTokenEntity {
  @PrimaryColumn({ name: 'user_id', type: 'varchar' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ name: 'token_id', type: 'varchar' })
  tokenId!: string;

  /** When the token would have expired anyway; the row may go then. */
  @TimeColumn({ name: 'expires_time' })
  expiresTime!: number;
}
