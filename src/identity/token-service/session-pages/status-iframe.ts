import { cookieNames } from '../cookies';
import { queryParameters } from '../parameters';
import type { RealmCall } from '../realm-route';
import { sendScriptPage } from './inline-script-page';

/**
 * Runs in the browser. A client posts `"<client id> <session id>"` and learns whether that is still the session of
 * the browser (OpenID Connect Session Management 1.0). Browsers only hash in secure contexts; elsewhere the
 * existence of a session has to suffice.
 */
const script = `
let known;
const statusCookie = () => {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith('${cookieNames.status}='));
  return found && found.slice(${cookieNames.status.length + 1});
};
const digest = async (text) => {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes)).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
};
const compare = async (sessionId) => {
  const cookie = statusCookie();
  if (!cookie || !sessionId) return !cookie && !sessionId ? 'unchanged' : 'changed';
  if (!globalThis.crypto || !crypto.subtle) return 'unchanged';
  return cookie === await digest(sessionId) ? 'unchanged' : 'changed';
};
const introduce = async (clientId, origin) => {
  const query = new URLSearchParams({ client_id: clientId, origin });
  const answer = await fetch(location.pathname + '/init?' + query);
  return answer.status === 204;
};
const answer = async (clientId, sessionId, origin) => {
  if (!known) {
    if (!(await introduce(clientId, origin))) return 'error';
    known = { clientId, origin };
  }
  return known.clientId === clientId && known.origin === origin ? compare(sessionId) : 'error';
};
addEventListener('message', async (event) => {
  if (typeof event.data !== 'string' || !event.source) return;
  const parts = event.data.split(' ');
  if (parts.length !== 2) return;
  const result = await answer(parts[0], parts[1], event.origin).catch(() => 'error');
  event.source.postMessage(result, event.origin === 'null' ? '*' : event.origin);
});
`;

/** GET …/login-status-iframe.html */
export const showStatusIframe = ({ response }: RealmCall): void => sendScriptPage(response, script);

/** GET …/login-status-iframe.html/init: whether an origin belongs to the client. */
export function checkStatusClient({ parts, request, response }: RealmCall): void {
  const sent = queryParameters(request);
  const client = parts.clients.find(sent.get('client_id'));
  const isKnown = client?.webOrigins.has(sent.get('origin') ?? '') ?? false;
  response.setHeader('Cache-Control', 'no-store');
  response.status(isKnown ? 204 : 403).end();
}
