import type { RealmCall } from './realm-route';
import type { Client } from './clients/client';

/**
 * Lets the pages of clients read a response, including errors, which browsers otherwise report as network failures.
 * Once the client is known, only its own origins are allowed.
 */
export function allowClientOrigin({ parts, request, response }: RealmCall, client?: Client): void {
  const { origin } = request.headers;
  response.vary('Origin');
  if (origin === undefined) return;
  const isAllowed = client ? client.webOrigins.has(origin) : parts.clients.isKnownOrigin(origin);
  if (!isAllowed) {
    response.removeHeader('Access-Control-Allow-Origin');
    response.removeHeader('Access-Control-Allow-Credentials');
    return;
  }
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Allow-Credentials', 'true');
}

/** Answers a preflight request. */
export function answerPreflight(call: RealmCall, readableBy: 'everybody' | 'clients'): void {
  const { response } = call;
  if (readableBy === 'everybody') response.setHeader('Access-Control-Allow-Origin', '*');
  else allowClientOrigin(call);
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, OPTIONS');
  response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type');
  response.setHeader('Access-Control-Max-Age', '600');
  response.status(204).end();
}
