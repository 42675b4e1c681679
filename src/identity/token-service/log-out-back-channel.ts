import { authenticateRequest } from './token-endpoint';
import { verifyRefreshToken } from './grants/refresh-token';
import { required } from './grants/grant';
import type { Parameters } from './parameters';
import type { RealmCall } from './realm-route';
import { endPart } from './revocation';

/** A client ends the session of its refresh token, without a browser. Throws `invalid_grant` for an invalid token. */
export async function logOutWithRefreshToken(call: RealmCall, form: Parameters): Promise<void> {
  const client = await authenticateRequest(call, form);
  const verified = await verifyRefreshToken(call, client, required(form, 'refresh_token'));
  // The session of the person is not that of a third-party client.
  if (client.consentRequired) await endPart(call, client, verified);
  else await call.parts.sessions.end(verified.userId, verified.sessionId);
  call.response.status(204).end();
}
