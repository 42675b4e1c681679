import type { VerifiedToken } from '../auth/token.service';
import type { Client } from './clients/client';
import { required } from './grants/grant';
import { readIssuedToken } from './grants/refresh-token';
import type { RealmCall } from './realm-route';
import { clientRequest } from './token-endpoint';

/** POST …/revoke: revokes a token (RFC 7009). Unknown and foreign tokens get the same response. */
export async function revokeToken(call: RealmCall): Promise<void> {
  const { client, form } = await clientRequest(call);
  await revoke(call, client, required(form, 'token'));
  call.response.status(200).end();
}

/** Revokes an access token alone; a refresh token revokes everything of the client in the session. */
async function revoke(call: RealmCall, client: Client, token: string): Promise<void> {
  const { parts } = call;
  const verified = await readIssuedToken(call, token);
  if (verified?.claims.azp !== client.id) return;
  if (verified.claims.typ === 'Bearer') return parts.sessions.revokeToken(verified);
  await endPart(call, client, verified);
}

/** Ends everything of a client in the session of its refresh token. */
export async function endPart(
  { parts }: RealmCall,
  { id }: Client,
  { userId, sessionId, claims }: VerifiedToken,
): Promise<void> {
  await parts.grants.endPart(userId, sessionId, id);
  if (claims.typ === 'Offline') await parts.sessions.end(userId, sessionId);
}
