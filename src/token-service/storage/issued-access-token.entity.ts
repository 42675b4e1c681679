import { Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../database/account-column';
import { TimeColumn } from '../../database/columns';

/** An access token of a grant, kept so that it can be refused when the grant ends before its session. */
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
