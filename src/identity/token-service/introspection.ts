import { serverRole } from '../auth/identity.service';
import type { VerifiedToken } from '../auth/token.service';
import { activeAccount } from './active-account';
import type { Client } from './clients/client';
import { required } from './grants/grant';
import { readIssuedToken } from './grants/refresh-token';
import { OAuthError } from './oauth-error';
import type { RealmCall } from './realm-route';
import { clientRequest } from './token-endpoint';

/** POST …/token/introspect: whether a token is valid, and its claims (RFC 7662). For clients with a secret. */
export async function introspectToken(call: RealmCall): Promise<void> {
  const { parts, response } = call;
  const { client, form } = await clientRequest(call);
  if (client.secretDigest === undefined) {
    throw new OAuthError('invalid_client', 'Only clients with a secret may introspect tokens', 401);
  }
  const verified = await readIssuedToken(call, required(form, 'token'));
  const isKnown = verified && mayKnow(client, verified) && !isFormerServer(call, verified);
  if (!isKnown || !(await isAlive(call, verified))) {
    response.json({ active: false });
    return;
  }
  const { claims, userId } = verified;
  // Trusted servers have no account, and programs no address: their name is in the token.
  const user = await activeAccount(parts, userId);
  const username = user?.email ?? claims.preferred_username;
  response.json({
    ...claims,
    active: true,
    client_id: claims.azp,
    token_type: claims.typ,
    ...(username !== undefined && { username }),
  });
}

/** A client that is a trusted server no longer may still have a token of that time. */
const isFormerServer = ({ parts }: RealmCall, { claims }: VerifiedToken): boolean => {
  const roles = (claims.realm_access as { roles?: unknown[] } | undefined)?.roles;
  return roles?.includes(serverRole) === true && !parts.clients.isServer(String(claims.azp));
};

/** Third-party clients learn nothing about tokens of others. */
const mayKnow = ({ id, consentRequired }: Client, { claims }: VerifiedToken): boolean =>
  !consentRequired || claims.azp === id;

/** A refresh token is valid while its grant is active; every token while its session is. */
async function isAlive(
  { parts }: RealmCall,
  { userId, sessionId, tokenId, claims }: VerifiedToken,
): Promise<boolean> {
  if (!(await parts.sessions.isTokenAlive({ userId, sessionId, tokenId }))) return false;
  if (claims.typ === 'Bearer') return true;
  return (await parts.grants.find(userId, String(claims.grant_id))) !== null;
}
