import type { VerifiedToken } from '../../auth/token.service';
import { now } from '../../../platform/clock';
import { grantHolder } from '../active-account';
import type { Client } from '../clients/client';
import { invalidGrant, OAuthError } from '../oauth-error';
import type { Parameters } from '../parameters';
import type { RealmCall } from '../realm-route';
import { scopeNames } from '../scope';
import type { TokenResponse } from '../token-issuer';
import { required } from './grant';

/** Context for verifying refresh tokens. */
export type RealmParts = Pick<RealmCall, 'parts' | 'realm'>;

const refreshKinds = ['Refresh', 'Offline'] as const;

/**
 * The content of a refresh token of this realm; null for anything else. Its expiry is the end that its session had
 * when it was issued. Every later use moves that of the session, which alone decides whether the token works.
 */
const readRefreshToken = ({ parts, realm }: RealmParts, token: string): Promise<VerifiedToken | null> =>
  parts.tokens.verify(realm.keyRing, token, refreshKinds, { issuer: realm.issuer, expired: 'accept' });

/** The content of an access token that has not expired, or of a refresh token; null for anything else. */
export const readIssuedToken = async (at: RealmParts, token: string): Promise<VerifiedToken | null> =>
  (await at.parts.tokens.verify(at.realm.keyRing, token, ['Bearer'], { issuer: at.realm.issuer })) ??
  readRefreshToken(at, token);

/**
 * Verifies a refresh token of this realm and client, and returns the id of its grant. Throws `invalid_grant`, also for
 * an expired token whose session is over. Apart from that, does not check whether the grant and its session are active.
 */
export async function verifyRefreshToken(at: RealmParts, client: Client, token: string) {
  const verified = await readRefreshToken(at, token);
  if (verified?.claims.azp !== client.id) throw invalidGrant('Invalid refresh token');
  if (verified.expiresTime <= now() && !(await isSessionAlive(at, verified)))
    throw invalidGrant('Token is not active');
  return { ...verified, grantId: String(verified.claims.grant_id) };
}

async function isSessionAlive({ parts }: RealmParts, { userId, sessionId }: VerifiedToken): Promise<boolean> {
  const session = await parts.sessions.find(userId, sessionId);
  return session !== null && parts.sessions.isAlive(session);
}

/**
 * Issues new tokens of the same grant, with the same session, scope and log-in time. Earlier refresh tokens of an
 * active session keep working, because clients refresh in parallel and responses get lost on mobile networks. If
 * refresh tokens are single-use, a second use revokes the grant, because it is unknown which of the two is the thief
 * (RFC 9700, 4.14.2).
 */
export async function refreshTokens(
  at: RealmParts,
  client: Client,
  token: string,
  asked?: string,
): Promise<TokenResponse> {
  const { parts, realm } = at;
  const { userId, sessionId, grantId, tokenId } = await verifyRefreshToken(at, client, token);
  const session = await parts.sessions.find(userId, sessionId);
  const user = await grantHolder(parts, userId);
  if (!session || !user || !parts.sessions.isAlive(session)) throw invalidGrant('Session not active');
  const grant = await parts.grants.find(userId, grantId);
  if (!grant || grant.sessionId !== sessionId) throw invalidGrant('Invalid refresh token');
  const scope = narrowedScope(grant.scope, asked);
  const replaces = parts.config.REFRESH_TOKENS_ONCE ? tokenId : undefined;
  if (replaces !== undefined && grant.refreshTokenId !== replaces) {
    await parts.grants.end(userId, grantId);
    throw invalidGrant('Invalid refresh token');
  }
  return parts.issuer.issue({ realm, client, user, grant, session, scope, replaces });
}

/** The refresh grant with the form of a client. Throws as `refreshTokens` does. */
export const refresh = (call: RealmCall, client: Client, form: Parameters): Promise<TokenResponse> =>
  refreshTokens(call, client, required(form, 'refresh_token'), form.get('scope'));

/** A client can request less than it was granted, never more (RFC 6749, 6). */
function narrowedScope(granted: string, asked: string | undefined): string {
  if (asked === undefined) return granted;
  const names = scopeNames(granted);
  const wanted = scopeNames(asked);
  if (!wanted.every((name) => names.includes(name))) {
    throw new OAuthError('invalid_scope', 'The scope exceeds the granted scope');
  }
  return names.filter((name) => wanted.includes(name)).join(' ');
}
