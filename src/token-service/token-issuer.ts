import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { UserEntity } from '../accounts/user.entity';
import type { SessionEntity } from '../auth/session.entity';
import type { SessionService } from '../auth/session.service';
import type { TokenService } from '../auth/token.service';
import { now } from '../clock';
import type { MetadataService } from '../metadata/metadata.service';
import { accountClaims } from './account-claims';
import type { Client } from './clients/client';
import { invalidGrant } from './oauth-error';
import type { Realm } from './realm';
import { hasScope } from './scope';
import type { GrantEntity } from './storage/grant.entity';
import type { GrantService } from './storage/grant.service';

/** The answer of the token endpoint. */
export interface TokenResponse {
  access_token: string;
  /** Seconds. */
  expires_in: number;
  /** Seconds; 0 for an offline token. */
  refresh_expires_in: number;
  refresh_token: string;
  token_type: 'Bearer';
  id_token?: string;
  'not-before-policy': 0;
  session_state: string;
  scope: string;
}

interface Issue {
  realm: Realm;
  client: Client;
  user: UserEntity;
  grant: GrantEntity;
  session: SessionEntity;
  /** As sent at authorize; goes into the id token. */
  nonce?: string | null;
  /** A part of the grant's scope; all of it when absent. */
  scope?: string;
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** Left half of the SHA-256 of the access token, base64url (OpenID Connect Core, 3.1.3.6). */
const halfHash = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');

/** Makes the tokens of a grant. */
export class TokenIssuer {
  constructor(
    private readonly tokens: TokenService,
    private readonly sessions: SessionService,
    private readonly grants: GrantService,
    private readonly metadata: MetadataService,
    /** Seconds. */
    private readonly accessTokenLifetime: number,
  ) {}

  /** Throws `invalid_grant` when the session is over, or the grant ends while its tokens are made. */
  async issue({
    realm,
    client,
    user,
    grant,
    session,
    nonce,
    scope = grant.scope,
  }: Issue): Promise<TokenResponse> {
    if (!this.sessions.isAlive(session)) throw invalidGrant('Session not active');
    const { issuer, keyRing } = realm;
    const time = now();
    const isOffline = session.kind === 'offline';
    const sessionEnd = Math.min(time + (session.idleLimit ?? Infinity), session.expiresTime ?? Infinity);
    const lifetime = (client.accessTokenLifetime ?? this.accessTokenLifetime) * 1000;
    const accessEnd = isOffline ? time + lifetime : Math.min(time + lifetime, sessionEnd);
    const about = { issuer, userId: user.id, sessionId: session.id };
    const common = { azp: client.id, session_state: session.id, auth_time: seconds(grant.authTime) };
    const person = await accountClaims(this.metadata, user);

    const accessToken = await this.tokens.sign(keyRing, {
      ...about,
      kind: 'Bearer',
      audience: 'account',
      expiresTime: accessEnd,
      claims: {
        ...common,
        ...person,
        scope,
        realm_access: { roles: user.roles },
        'allowed-origins': [...client.webOrigins].filter((origin) => /^https?:/.test(origin)),
      },
    });
    const refreshToken = await this.tokens.sign(keyRing, {
      ...about,
      kind: isOffline ? 'Offline' : 'Refresh',
      audience: issuer,
      expiresTime: sessionEnd,
      claims: { ...common, scope: grant.scope, grant_id: grant.id },
    });
    const idToken = hasScope(scope, 'openid')
      ? await this.tokens.sign(keyRing, {
          ...about,
          kind: 'ID',
          audience: client.id,
          expiresTime: accessEnd,
          claims: { ...common, ...person, ...(nonce && { nonce }), at_hash: halfHash(accessToken) },
        })
      : undefined;

    const { jti = '' } = decodeJwt(accessToken);
    const isRecorded = await this.grants.record(grant, { tokenId: jti, expiresTime: accessEnd });
    if (!isRecorded) throw invalidGrant('Session not active');
    return {
      access_token: accessToken,
      expires_in: seconds(accessEnd) - seconds(time),
      refresh_expires_in: isOffline ? 0 : seconds(sessionEnd) - seconds(time),
      refresh_token: refreshToken,
      token_type: 'Bearer',
      ...(idToken !== undefined && { id_token: idToken }),
      'not-before-policy': 0,
      session_state: session.id,
      scope,
    };
  }
}
