import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../database/account-column';
import { FlagColumn, JsonColumn, TimeColumn } from '../../database/columns';
import type { ExternalIdentity } from '../../identity-providers/identity-provider';
import type { LaunchedPatient } from '../../identity-providers/launched-patient';
import type { AuthorizationRequest } from '../authorize/authorization-request';

/** An identity that waits for the owner of an account. */
export interface UnlinkedIdentity extends ExternalIdentity {
  /** Digest of the key of the mail that has gone to the owner. */
  mailKeyDigest?: string;
}

/** A log-in under way in a browser: from the request of the client to the code. */
@Entity({ name: 'log_in_attempts' })
export class LogInAttemptEntity {
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar' })
  realm!: string;

  /** Digest of the cookie of the browser that the attempt belongs to. */
  @Column({ type: 'varchar', name: 'browser_digest' })
  browserDigest!: string;

  /** What the client has asked for. */
  @JsonColumn()
  request!: AuthorizationRequest;

  /** Null until the person has shown who they are. */
  @Column({ type: 'varchar', name: 'user_id', nullable: true })
  @AccountColumn()
  userId!: string | null;

  /** The session that goes on; null when a new one begins with this log-in. */
  @Column({ type: 'varchar', name: 'session_id', nullable: true })
  sessionId!: string | null;

  /** External identity provider that has confirmed who the person is; null when it was the password. */
  @Column({ type: 'varchar', name: 'identity_provider', nullable: true })
  identityProvider!: string | null;

  /** Whom a provider has confirmed while the account with their address is not linked. */
  @JsonColumn({ name: 'unlinked_identity', nullable: true })
  unlinkedIdentity!: UnlinkedIdentity | null;

  /** Whom the person has open in the records system that has opened the client. */
  @JsonColumn({ name: 'launched_patient', nullable: true })
  launchedPatient!: LaunchedPatient | null;

  @TimeColumn({ name: 'auth_time', nullable: true })
  authTime!: number | null;

  /** That of the account when the person has shown who they are (`UserEntity.logInRound`). */
  @Column({ type: 'int', name: 'log_in_round' })
  logInRound!: number;

  @FlagColumn({ name: 'remember_me' })
  rememberMe!: boolean;

  @TimeColumn({ name: 'expires_time' })
  expiresTime!: number;

  /** When the browser went back to the client; what the attempt knew of the person is gone then. */
  @TimeColumn({ name: 'finished_time', nullable: true })
  finishedTime!: number | null;
}
