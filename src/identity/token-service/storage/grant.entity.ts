import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../../platform/database/account-column';
import { TimeColumn } from '../../../platform/database/columns';

/** A client's part in a session: what its refresh tokens stand for. */
@Entity({ name: 'oauth_grants' })
export class GrantEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar', name: 'session_id' })
  sessionId!: string;

  @Column({ type: 'varchar', name: 'client_id' })
  clientId!: string;

  /** Granted scopes, separated by spaces. */
  @Column({ type: 'varchar' })
  scope!: string;

  /** When the person entered the password for this grant; refreshing does not change it. */
  @TimeColumn({ name: 'auth_time' })
  authTime!: number;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'last_used_time' })
  lastUsedTime!: number;

  /** The newest refresh token; null for older grants. */
  @Column({ type: 'varchar', name: 'refresh_token_id', nullable: true })
  refreshTokenId!: string | null;

  @TimeColumn({ name: 'ended_time', nullable: true })
  endedTime!: number | null;
}
