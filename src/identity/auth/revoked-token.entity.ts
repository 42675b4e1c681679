import { Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { TimeColumn } from '../../platform/database/columns';

/** A single revoked token whose session continues. */
@Entity({ name: 'revoked_tokens' })
export class RevokedTokenEntity {
  @PrimaryColumn({ name: 'user_id', type: 'varchar' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ name: 'token_id', type: 'varchar' })
  tokenId!: string;

  /** When the token would have expired anyway; the row can be deleted then. */
  @TimeColumn({ name: 'expires_time' })
  expiresTime!: number;
}
