import { accountClaims } from './account-claims';
import { activeAccount } from './active-account';
import { OAuthError } from './oauth-error';
import type { RealmCall } from './realm-route';
import { formParameters } from './parameters';

/** …/userinfo: claims about the person behind an access token (OpenID Connect Core, 5.3). */
export async function showUserInfo(call: RealmCall): Promise<void> {
  const { parts, realm, response } = call;
  const token = await bearerToken(call);
  if (token === undefined)
    throw new OAuthError('invalid_token', 'An access token is required', 401, 'Bearer');
  const { keyRing, issuer } = realm;
  const verified = await parts.tokens.verify(keyRing, token, ['Bearer'], { issuer });
  const alive = verified && (await parts.sessions.isTokenAlive(verified));
  if (!alive) {
    throw new OAuthError('invalid_token', 'Token verification failed', 401, 'Bearer error="invalid_token"');
  }
  const { userId, claims } = verified;
  const user = await activeAccount(parts, userId);
  response.json({
    sub: userId,
    // Programs have no address: their name is in the token.
    ...(claims.preferred_username !== undefined && { preferred_username: claims.preferred_username }),
    ...(user && (await accountClaims(parts.metadata, user))),
  });
}

/** The token in the Authorization header, or in the form of a POST (RFC 6750, 2). */
async function bearerToken({ request }: RealmCall): Promise<string | undefined> {
  const inHeader = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const hasForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  if (inHeader !== undefined || request.method !== 'POST' || !hasForm) return inHeader;
  return (await formParameters(request)).get('access_token');
}
