import type { VerifiedToken } from '../auth/token.service';
import { redirectTo } from './authorize/answer';
import { findSignOn } from './browser';
import type { Client } from './clients/client';
import { clearCookie, cookieNames } from './cookies';
import { logOutWithRefreshToken } from './log-out-back-channel';
import { sendLoggedOutPage, sendLogOutPage } from './pages/log-out-page';
import { PageError } from './page-error';
import { formParameters, queryParameters, type Parameters } from './parameters';
import type { RealmCall } from './realm-route';
import { digestSecret, sameDigest } from './secrets';
import type { SignOn } from './storage/sign-on.service';

/** GET …/logout: a client sends the browser here to end the session (OpenID Connect RP-Initiated Logout 1.0). */
export const logOutByLink = (call: RealmCall): Promise<void> =>
  logOutBrowser(call, queryParameters(call.request));

/** POST …/logout: the same with a form, or without a browser with a refresh token. */
export async function logOutByForm(call: RealmCall): Promise<void> {
  const form = await formParameters(call.request);
  if (form.get('refresh_token') !== undefined) return logOutWithRefreshToken(call, form);
  await logOutBrowser(call, form);
}

async function logOutBrowser(call: RealmCall, sent: Parameters): Promise<void> {
  if (sent.repeated() !== undefined)
    throw new PageError('The application has sent an invalid log-out request.');
  const hint = await readHint(call, sent.get('id_token_hint'));
  const client = readClient(call, sent.get('client_id'), hint);
  const target = readTarget(call, client, sent.get('post_logout_redirect_uri'));
  const signOn = await findSignOn(call);
  // Without a hint of the same person any page could log people out, so they are asked first. Third-party clients have hints, too.
  const trusted = hint && !call.parts.clients.isForeign(String(hint.claims.azp)) ? hint : null;
  const isAsked = trusted !== null || (signOn !== null && isConfirmed(signOn, sent.get('confirmation')));
  if (signOn && !isAsked) {
    return sendLogOutPage(call, { confirmation: signOn.secretDigest, parameters: sent, target });
  }
  await endSessions(call, signOn, trusted);
  if (target === undefined) return sendLoggedOutPage(call);
  const state = sent.get('state');
  if (state === undefined) return redirectTo(call, target);
  const separator = target.includes('?') ? '&' : '?';
  redirectTo(call, `${target}${separator}${new URLSearchParams({ state }).toString()}`);
}

/** The ID token of the client, even long after its expiry. */
async function readHint(
  { parts, realm }: RealmCall,
  hint: string | undefined,
): Promise<VerifiedToken | null> {
  if (hint === undefined) return null;
  const { keyRing, issuer } = realm;
  const verified = await parts.tokens.verify(keyRing, hint, ['ID'], { issuer, expired: 'accept' });
  if (!verified) throw new PageError('The log-out does not belong to a log-in here.');
  return verified;
}

function readClient({ parts }: RealmCall, clientId: string | undefined, hint: VerifiedToken | null) {
  const hinted = hint ? String(hint.claims.azp) : undefined;
  if (clientId !== undefined && hinted !== undefined && clientId !== hinted) {
    throw new PageError('The log-out belongs to another application.');
  }
  const id = clientId ?? hinted;
  const client = parts.clients.find(id);
  if (id !== undefined && !client)
    throw new PageError('The application that requested the log-out is unknown.');
  return client;
}

function readTarget(
  { parts }: RealmCall,
  client: Client | undefined,
  address: string | undefined,
): string | undefined {
  if (address === undefined) return undefined;
  if (client && parts.clients.isTarget(client.postLogoutRedirectUris, address)) return address;
  throw new PageError('The redirect address of the log-out is not registered for this application.');
}

/** The form of our own page knows a digest that no other page does. */
const isConfirmed = (signOn: SignOn, confirmation: string | undefined): boolean =>
  confirmation !== undefined && sameDigest(confirmation, digestSecret(signOn.secretDigest));

/**
 * Ends the session of the hint, and that of the browser if it belongs to the same person. Offline sessions continue.
 */
async function endSessions(
  call: RealmCall,
  signOn: SignOn | null,
  hint: VerifiedToken | null,
): Promise<void> {
  const { parts, realm, response } = call;
  if (hint) {
    const session = await parts.sessions.find(hint.userId, hint.sessionId);
    if (session?.kind === 'signOn') await parts.sessions.end(hint.userId, hint.sessionId);
  }
  if (!signOn || (hint && hint.userId !== signOn.userId)) return;
  await parts.signOns.end(signOn);
  clearCookie(response, realm, cookieNames.signOn);
  clearCookie(response, realm, cookieNames.status);
}
