import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn, TimeColumn } from '../../../platform/database/columns';

/** Why a person is at an external identity provider. */
export type VisitPurpose =
  | { kind: 'log-in'; attemptId: string; isLaunch?: true }
  | { kind: 'link'; userId: string; sessionId: string; redirectUri: string };

/** A browser that is at an external identity provider and will return. */
@Entity({ name: 'provider_visits' })
export class ProviderVisitEntity {
  /** Digest of the `state` parameter. */
  @PrimaryColumn({ type: 'varchar', name: 'state_digest' })
  stateDigest!: string;

  @Column({ type: 'varchar' })
  realm!: string;

  /** Digest of the cookie of the browser. */
  @Column({ type: 'varchar', name: 'browser_digest' })
  browserDigest!: string;

  /** Alias of the provider. */
  @Column({ type: 'varchar' })
  provider!: string;

  @JsonColumn()
  purpose!: VisitPurpose;

  @Column({ type: 'varchar' })
  nonce!: string;

  @Column({ type: 'varchar', name: 'code_verifier' })
  codeVerifier!: string;

  @TimeColumn({ name: 'expires_time' })
  expiresTime!: number;
}
