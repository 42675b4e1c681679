import { decodeJwt } from 'jose';
import { authenticateClient, presentedClient } from './clients/client-authentication';
import type { Client } from './clients/client';
import { allowClientOrigin } from './cross-origin';
import { exchangeCode } from './grants/authorization-code';
import type { Grant } from './grants/grant';
import { actForItself } from './grants/client-credentials';
import { checkPasswordGrant } from './grants/password';
import { exchangeToken, mayNotExchange, tokenExchange } from './grants/token-exchange';
import { refresh } from './grants/refresh-token';
import { invalidRequest, OAuthError } from './oauth-error';
import { formParameters, type Parameters } from './parameters';
import type { RealmCall } from './realm-route';
import type { TokenResponse } from './token-issuer';

/** The supported grants, by the value of `grant_type`. */
const grants = new Map<string, Grant>([
  ['authorization_code', { name: 'authorization_code', exchange: exchangeCode }],
  ['refresh_token', { name: 'refresh_token', exchange: refresh }],
  ['password', { name: 'password', exchange: checkPasswordGrant }],
  ['client_credentials', { name: 'client_credentials', exchange: actForItself }],
  [tokenExchange, { name: 'token-exchange', exchange: exchangeToken, refusal: mayNotExchange }],
]);

/** Supported values of `grant_type`. */
export const servedGrantTypes = [...grants.keys()];

/**
 * Authenticates the client that sent a form. Throws when a parameter is repeated or the client cannot be
 * authenticated.
 */
export async function authenticateRequest(call: RealmCall, form: Parameters): Promise<Client> {
  const { parts, request } = call;
  allowClientOrigin(call, parts.clients.find(presentedClient(request, form).id));
  const repeated = form.repeated();
  if (repeated !== undefined) throw invalidRequest(`Repeated form parameter: ${repeated}`);
  return authenticateClient(parts, request, form);
}

/** The form of a client's request and the client itself. */
export async function clientRequest(call: RealmCall): Promise<{ client: Client; form: Parameters }> {
  const form = await formParameters(call.request);
  return { form, client: await authenticateRequest(call, form) };
}

/** POST …/token: all grants (RFC 6749, 3.2). */
export async function answerTokenRequest(call: RealmCall): Promise<void> {
  const { client, form } = await clientRequest(call);
  const grantType = form.get('grant_type');
  if (grantType === undefined) throw invalidRequest('Missing form parameter: grant_type');
  const grant = grants.get(grantType);
  if (!grant) throw new OAuthError('unsupported_grant_type', 'Unsupported grant_type');
  if (!client.grants.has(grant.name)) {
    throw (
      grant.refusal?.() ??
      new OAuthError('unauthorized_client', `Client not allowed to use grant_type ${grantType}`)
    );
  }
  const tokens = await grant.exchange(call, client, form);
  noteToken(call, client, grant.name, tokens);
  call.response.json(tokens);
}

/** Logs for the owner of an account which client got a token, and by which grant. */
function noteToken(
  { parts }: RealmCall,
  client: Client,
  grant: Grant['name'],
  { access_token: accessToken }: TokenResponse,
): void {
  const userId = decodeJwt(accessToken).sub;
  if (userId === undefined) return;
  parts.audit.record({
    subjectId: userId,
    actorId: userId,
    kind: 'TOKEN',
    client: client.id,
    operation: grant,
  });
}
