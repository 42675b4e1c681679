import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { FlagColumn, TimeColumn } from '../../platform/database/columns';

/**
 * How a session was started: `password` through the log-in route, `signUp` by creating an account (it ends when the
 * address is confirmed), `signOn` through the log-in page of a realm (single sign-on), `offline` through a refresh
 * token that outlives the browser, `server` by a trusted server with a secret, `service` by a program with the
 * secret of its client.
 */
export type SessionKind = 'password' | 'signUp' | 'signOn' | 'offline' | 'server' | 'service';

/** A session of an account. All of its tokens end with it. */
@Entity({ name: 'sessions' })
export class SessionEntity {
  @PrimaryColumn({ name: 'user_id', type: 'varchar' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar' })
  kind!: SessionKind;

  /** Realm of the token service; null for sessions started at a REST route. */
  @Column({ type: 'varchar', nullable: true })
  realm!: string | null;

  /** OAuth client or server name that started the session. */
  @Column({ type: 'varchar', name: 'client_id', nullable: true })
  clientId!: string | null;

  /** Alias of the external identity provider of the log-in; null if none. */
  @Column({ type: 'varchar', name: 'identity_provider', nullable: true })
  identityProvider!: string | null;

  @Column({ type: 'varchar', name: 'user_agent', nullable: true })
  userAgent!: string | null;

  /** Its tokens are for clients that never renew them. */
  @FlagColumn({ name: 'long_lived' })
  longLived!: boolean;

  /** When the person last authenticated. */
  @TimeColumn({ name: 'auth_time' })
  authTime!: number;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'last_used_time' })
  lastUsedTime!: number;

  /** Idle timeout in milliseconds; null if only `expiresTime` counts. */
  @TimeColumn({ name: 'idle_limit', nullable: true })
  idleLimit!: number | null;

  /** When the session ends at the latest; null for an offline session. */
  @TimeColumn({ name: 'expires_time', nullable: true })
  expiresTime!: number | null;

  @TimeColumn({ name: 'ended_time', nullable: true })
  endedTime!: number | null;

  /** When one of its tokens, or a client's grant in it, was last revoked while the session continued. */
  @TimeColumn({ name: 'given_up_time', nullable: true })
  givenUpTime!: number | null;
}
