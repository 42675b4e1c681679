import { authenticateRequest } from './token-endpoint';
import { verifyRefreshToken } from './grants/refresh-token';
import { required } from './grants/grant';
import type { Parameters } from './parameters';
import type { RealmCall } from './realm-route';

/** A client ends the session of its refresh token, without a browser. Throws `invalid_grant` for an invalid token. */
export async function logOutWithRefreshToken(call: RealmCall, form: Parameters): Promise<void> {
  const client = await authenticateRequest(call, form);
  const { userId, sessionId } = await verifyRefreshToken(call, client, required(form, 'refresh_token'));
  await call.parts.sessions.end(userId, sessionId);
  call.response.status(204).end();
}
