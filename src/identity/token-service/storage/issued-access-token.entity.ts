import { Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../../platform/database/account-column';
import { TimeColumn } from '../../../platform/database/columns';

/** An access token of a grant, stored so that it can be revoked when the grant ends before its session. */
@Entity({ name: 'issued_access_tokens' })
export class IssuedAccessTokenEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'grant_id' })
  grantId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'token_id' })
  tokenId!: string;

  @TimeColumn({ name: 'expires_time' })
  expiresTime!: number;
}
