import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../database/account-column';
import { FlagColumn, TimeColumn } from '../../database/columns';

/** A browser that is signed on: its cookie stands for a session of an account. */
@Entity({ name: 'browser_sign_ons' })
export class BrowserSignOnEntity {
  /** Digest of the cookie; the cookie itself is known to the browser alone. */
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

  /** The cookie outlives the browser's closing. */
  @FlagColumn({ name: 'remember_me' })
  rememberMe!: boolean;

  /** End of the session at the latest. */
  @TimeColumn({ name: 'expires_time' })
  expiresTime!: number;
}
