import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { UserEntity } from '../accounts/user.entity';
import type { SessionEntity } from '../auth/session.entity';
import type { SessionService } from '../auth/session.service';
import type { TokenService } from '../auth/token.service';
import { now } from '../../platform/clock';
import type { MetadataService } from '../metadata/metadata.service';
import { accountClaims } from './account-claims';
import type { Client } from './clients/client';
import { invalidGrant } from './oauth-error';
import type { Realm } from './realm';
import { hasScope } from './scope';
import type { GrantEntity } from './storage/grant.entity';
import type { GrantService } from './storage/grant.service';
import type { LaunchedPatientService } from './storage/launched-patient.service';

/** The response of the token endpoint. */
export interface TokenResponse {
  access_token: string;
  /** Seconds. */
  expires_in: number;
  /** Seconds; 0 for an offline token, and if there is no refresh token. */
  refresh_expires_in: number;
  refresh_token?: string;
  token_type: 'Bearer';
  id_token?: string;
  'not-before-policy': 0;
  session_state: string;
  scope: string;
  /** The response of a token exchange names the type of token issued (RFC 8693, 2.2.1). */
  issued_token_type?: string;
}

interface Issue {
  realm: Realm;
  client: Client;
  user: UserEntity;
  grant: GrantEntity;
  session: SessionEntity;
  /** As sent at authorize; included in the ID token. */
  nonce?: string | null;
  /** A part of the grant's scope; the whole scope if absent. */
  scope?: string;
  /** Id of the refresh token that this uses up, if refresh tokens are single-use. */
  replaces?: string;
}

interface ServiceIssue {
  realm: Realm;
  client: Client;
  /** Has one token and ends with it. */
  session: SessionEntity;
  /** When the token was requested, in milliseconds since the epoch. */
  issuedTime: number;
  /** Roles of the account behind the client. */
  roles: readonly string[];
  scope: string;
}

/** What the tokens of one response have in common. */
interface Content {
  realm: Realm;
  client: Client;
  session: SessionEntity;
  /** Milliseconds since the epoch. */
  authTime: number;
  issuedTime: number;
  accessEnd: number;
  scope: string;
  roles: readonly string[];
  /** Claims about the person or program. */
  holder: Record<string, unknown>;
  nonce?: string | null;
  /** Launches, only in the ID token. */
  launches?: Record<string, unknown>;
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

const readTokenId = (token: string): string => decodeJwt(token).jti ?? '';

/** Left half of the SHA-256 of the access token, base64url (OpenID Connect Core, 3.1.3.6). */
const halfHash = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');

/** Dependencies of the class below. */
interface Parts {
  tokens: TokenService;
  sessions: SessionService;
  grants: GrantService;
  metadata: MetadataService;
  launchedPatients: LaunchedPatientService;
}

/** Creates the tokens of grants and of clients that act for themselves. */
export class TokenIssuer {
  constructor(
    private readonly parts: Parts,
    /** Seconds. */
    private readonly accessTokenLifetime: number,
  ) {}

  /**
   * Throws `invalid_grant` when the session is over, when the grant ends while its tokens are created, and when the
   * refresh token to replace was used before.
   */
  async issue({
    realm,
    client,
    user,
    grant,
    session,
    nonce,
    scope = grant.scope,
    replaces,
  }: Issue): Promise<TokenResponse> {
    if (!this.parts.sessions.isAlive(session)) throw invalidGrant('Session not active');
    const time = now();
    const isOffline = session.kind === 'offline';
    const sessionEnd = Math.min(time + (session.idleLimit ?? Infinity), session.expiresTime ?? Infinity);
    const lifetime = (client.accessTokenLifetime ?? this.accessTokenLifetime) * 1000;
    const accessEnd = isOffline ? time + lifetime : Math.min(time + lifetime, sessionEnd);
    const { authTime } = grant;
    const holder = await accountClaims(this.parts.metadata, user);
    const content = {
      realm,
      client,
      session,
      authTime,
      issuedTime: time,
      accessEnd,
      scope,
      roles: user.roles,
      holder,
      nonce,
      launches: await this.findLaunchClaims(client, session),
    };
    const made = await this.accessAndIdToken(content);
    const refreshToken = await this.parts.tokens.sign(realm.keyRing, {
      ...tokenSubject(content),
      kind: isOffline ? 'Offline' : 'Refresh',
      audience: realm.issuer,
      expiresTime: sessionEnd,
      claims: { ...commonClaims(content), scope: grant.scope, grant_id: grant.id },
    });

    const isRecorded = await this.parts.grants.record(grant, {
      accessTokenId: readTokenId(made.access_token),
      accessTokenExpires: accessEnd,
      refreshTokenId: readTokenId(refreshToken),
      replaces,
    });
    if (!isRecorded) throw invalidGrant('Session not active');
    return {
      ...made,
      refresh_expires_in: isOffline ? 0 : seconds(sessionEnd) - seconds(time),
      refresh_token: refreshToken,
    };
  }

  /**
   * The token of a client that acts for itself. It cannot be refreshed: the client requests a new one with its
   * secret.
   */
  async issueForService({ roles, ...issue }: ServiceIssue): Promise<TokenResponse> {
    const made = await this.accessAndIdToken({
      ...issue,
      authTime: issue.issuedTime,
      accessEnd: issue.session.expiresTime ?? issue.issuedTime,
      roles: [...issue.client.roles, ...roles],
      holder: { preferred_username: serviceAccountName(issue.client) },
    });
    return { ...made, refresh_expires_in: 0 };
  }

  /** The patients of EHR launches of a client; not disclosed to any other client. */
  private async findLaunchClaims(
    client: Client,
    { userId, id }: SessionEntity,
  ): Promise<Record<string, unknown>> {
    if (!client.opensFromRecords) return {};
    return { 'smart-on-fhir': { patients: await this.parts.launchedPatients.ofSession(userId, id) } };
  }

  private async accessAndIdToken(content: Content) {
    const { realm, client, session, issuedTime, accessEnd, scope, roles, holder, nonce, launches } = content;
    const about = { ...tokenSubject(content), expiresTime: accessEnd };
    const common = {
      ...commonClaims(content),
      ...holder,
      ...(session.identityProvider !== null && { identity_provider: session.identityProvider }),
    };
    const accessToken = await this.parts.tokens.sign(realm.keyRing, {
      ...about,
      kind: 'Bearer',
      audience: 'account',
      claims: {
        ...common,
        scope,
        realm_access: { roles },
        'allowed-origins': [...client.webOrigins].filter((origin) => /^https?:/.test(origin)),
      },
    });
    const idToken = hasScope(scope, 'openid')
      ? await this.parts.tokens.sign(realm.keyRing, {
          ...about,
          kind: 'ID',
          audience: client.id,
          claims: { ...common, ...launches, ...(nonce && { nonce }), at_hash: halfHash(accessToken) },
        })
      : undefined;
    return {
      access_token: accessToken,
      expires_in: seconds(accessEnd - issuedTime),
      token_type: 'Bearer' as const,
      ...(idToken !== undefined && { id_token: idToken }),
      'not-before-policy': 0 as const,
      session_state: session.id,
      scope,
    };
  }
}

const tokenSubject = ({ realm, session, issuedTime }: Content) => ({
  issuer: realm.issuer,
  issuedTime,
  userId: session.userId,
  sessionId: session.id,
});

const commonClaims = ({ client, session, authTime }: Content) => ({
  azp: client.id,
  session_state: session.id,
  auth_time: seconds(authTime),
});

/** The display name of a client that acts for itself. */
const serviceAccountName = ({ id }: Client): string => `service-account-${id}`;
