import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../../platform/database/account-column';
import { TimeColumn } from '../../../platform/database/columns';

/** A code that a client exchanges for tokens, once. */
@Entity({ name: 'authorization_codes' })
export class AuthorizationCodeEntity {
  /** Digest of the code: readers of the table cannot exchange it. */
  @PrimaryColumn({ type: 'varchar', name: 'code_digest' })
  codeDigest!: string;

  @Column({ type: 'varchar' })
  realm!: string;

  @Column({ type: 'varchar', name: 'client_id' })
  clientId!: string;

  @Column({ type: 'text', name: 'redirect_uri' })
  redirectUri!: string;

  /** SHA-256 of the verifier, base64url; null if the client sent no challenge (RFC 7636). */
  @Column({ type: 'varchar', name: 'code_challenge', nullable: true })
  codeChallenge!: string | null;

  @Column({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @Column({ type: 'varchar', name: 'session_id' })
  sessionId!: string;

  /** Granted scopes, separated by spaces. */
  @Column({ type: 'varchar' })
  scope!: string;

  @Column({ type: 'text', nullable: true })
  nonce!: string | null;

  @TimeColumn({ name: 'auth_time' })
  authTime!: number;

  @TimeColumn({ name: 'expires_time' })
  expiresTime!: number;

  @TimeColumn({ name: 'used_time', nullable: true })
  usedTime!: number | null;

  /** The grant created by the first use. */
  @Column({ type: 'varchar', name: 'grant_id', nullable: true })
  grantId!: string | null;
}
