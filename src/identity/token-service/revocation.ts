import type { Client } from './clients/client';
import { required } from './grants/grant';
import type { RealmCall } from './realm-route';
import { clientRequest } from './token-endpoint';

const revocable = ['Bearer', 'Refresh', 'Offline'] as const;

/** POST …/revoke: revokes a token (RFC 7009). Unknown and foreign tokens get the same response. */
export async function revokeToken(call: RealmCall): Promise<void> {
  const { client, form } = await clientRequest(call);
  await revoke(call, client, required(form, 'token'));
  call.response.status(200).end();
}

/** Revokes an access token alone; a refresh token revokes everything of the client in the session. */
async function revoke({ parts, realm }: RealmCall, client: Client, token: string): Promise<void> {
  const { keyRing, issuer } = realm;
  const verified = await parts.tokens.verify(keyRing, token, revocable, { issuer });
  if (verified?.claims.azp !== client.id) return;
  const { userId, sessionId, claims } = verified;
  if (claims.typ === 'Bearer') return parts.sessions.revokeToken(verified);
  await parts.grants.endPart(userId, sessionId, client.id);
  if (claims.typ === 'Offline') await parts.sessions.end(userId, sessionId);
}
