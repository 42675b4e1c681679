import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { FlagColumn, TimeColumn } from '../database/columns';

/**
 * How a session came to be: `password` through the log-in route, `signUp` by opening an account whose address nobody has
 * confirmed yet, with which it ends, `signOn` through the log-in page of a realm (single
 * sign-on), `offline` through a refresh token that outlives the browser, `server` as a trusted server through a secret,
 * `service` as the account of a program through the secret of its client.
 */
export type SessionKind = 'password' | 'signUp' | 'signOn' | 'offline' | 'server' | 'service';

/** A session of an account. All of its tokens die with it. */
@Entity({ name: 'sessions' })
export class SessionEntity {
  @PrimaryColumn({ name: 'user_id', type: 'varchar' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar' })
  kind!: SessionKind;

  /** Realm of the token service; null for sessions that began at a REST route. */
  @Column({ type: 'varchar', nullable: true })
  realm!: string | null;

  /** OAuth client or server name that asked for the session. */
  @Column({ type: 'varchar', name: 'client_id', nullable: true })
  clientId!: string | null;

  /** Alias of the external identity provider that the person logged in with; null when it was none. */
  @Column({ type: 'varchar', name: 'identity_provider', nullable: true })
  identityProvider!: string | null;

  @Column({ type: 'varchar', name: 'user_agent', nullable: true })
  userAgent!: string | null;

  /** Its tokens are for clients that never renew them. */
  @FlagColumn({ name: 'long_lived' })
  longLived!: boolean;

  /** When the person last proved who they are. */
  @TimeColumn({ name: 'auth_time' })
  authTime!: number;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'last_used_time' })
  lastUsedTime!: number;

  /** Longest gap between two uses, in milliseconds; null when only `expiresTime` counts. */
  @TimeColumn({ name: 'idle_limit', nullable: true })
  idleLimit!: number | null;

  /** End of the session, whatever happens; null for an offline session. */
  @TimeColumn({ name: 'expires_time', nullable: true })
  expiresTime!: number | null;

  @TimeColumn({ name: 'ended_time', nullable: true })
  endedTime!: number | null;

  /** When one of its tokens, or what a client has in it, was last given up while the session went on. */
  @TimeColumn({ name: 'given_up_time', nullable: true })
  givenUpTime!: number | null;
}
