import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../../platform/database/account-column';
import { FlagColumn, TimeColumn } from '../../../platform/database/columns';

/** A signed-on browser: its cookie stands for a session of an account. */
@Entity({ name: 'browser_sign_ons' })
export class BrowserSignOnEntity {
  /** Digest of the cookie; only the browser knows the cookie itself. */
  @PrimaryColumn({ type: 'varchar', name: 'secret_digest' })
  secretDigest!: string;

  @Column({ type: 'varchar' })
  realm!: string;

  @Column({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @Column({ type: 'varchar', name: 'session_id' })
  sessionId!: string;

  /** When the password was last entered in this browser. */
  @TimeColumn({ name: 'auth_time' })
  authTime!: number;

  /** Whether the cookie survives closing the browser. */
  @FlagColumn({ name: 'remember_me' })
  rememberMe!: boolean;

  /** When the session ends at the latest. */
  @TimeColumn({ name: 'expires_time' })
  expiresTime!: number;
}
