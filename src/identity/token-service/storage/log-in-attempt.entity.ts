import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../../platform/database/account-column';
import { FlagColumn, JsonColumn, TimeColumn } from '../../../platform/database/columns';
import type { ExternalIdentity } from '../../identity-providers/identity-provider';
import type { LaunchedPatient } from '../../identity-providers/launched-patient';
import type { AuthorizationRequest } from '../authorize/authorization-request';

/** An identity that waits for the owner of an account. */
export interface UnlinkedIdentity extends ExternalIdentity {
  /** Digest of the key in the mail to the owner. */
  mailKeyDigest?: string;
}

/** A log-in in progress in a browser: from the authorization request to the code. */
@Entity({ name: 'log_in_attempts' })
export class LogInAttemptEntity {
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar' })
  realm!: string;

  /** Digest of the cookie of the browser that the attempt belongs to. */
  @Column({ type: 'varchar', name: 'browser_digest' })
  browserDigest!: string;

  /** The authorization request. */
  @JsonColumn()
  request!: AuthorizationRequest;

  /** Null until the person has authenticated. */
  @Column({ type: 'varchar', name: 'user_id', nullable: true })
  @AccountColumn()
  userId!: string | null;

  /** The session that continues; null if this log-in starts a new one. */
  @Column({ type: 'varchar', name: 'session_id', nullable: true })
  sessionId!: string | null;

  /** External identity provider that authenticated the person; null for a password. */
  @Column({ type: 'varchar', name: 'identity_provider', nullable: true })
  identityProvider!: string | null;

  /** A person authenticated by a provider whose account with the same address is not linked. */
  @JsonColumn({ name: 'unlinked_identity', nullable: true })
  unlinkedIdentity!: UnlinkedIdentity | null;

  /** The patient open in the EHR that launched the client. */
  @JsonColumn({ name: 'launched_patient', nullable: true })
  launchedPatient!: LaunchedPatient | null;

  @TimeColumn({ name: 'auth_time', nullable: true })
  authTime!: number | null;

  /** The log-in round of the account at the time of authentication (`UserEntity.logInRound`). */
  @Column({ type: 'int', name: 'log_in_round' })
  logInRound!: number;

  @FlagColumn({ name: 'remember_me' })
  rememberMe!: boolean;

  @TimeColumn({ name: 'expires_time' })
  expiresTime!: number;

  /** When the browser returned to the client; personal data of the attempt is deleted then. */
  @TimeColumn({ name: 'finished_time', nullable: true })
  finishedTime!: number | null;
}
