import type { Response } from 'express';
import type { RealmCall, RealmRoute } from './realm-route';
import type { Client } from './clients/client';

/** A request to a realm, which need not exist. */
type CallOfPage = Omit<RealmCall, 'realm'>;

/**
 * Lets the pages of clients read a response, including errors, which browsers otherwise report as network failures.
 * Once the client is known, only its own origins are allowed.
 */
export function allowClientOrigin({ parts, request, response }: CallOfPage, client?: Client): void {
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

/** Lets any page read a response that depends on nobody's cookies. Pages of clients may send theirs. */
export function allowAnyOrigin(call: CallOfPage): void {
  allowClientOrigin(call);
  const { response } = call;
  if (!response.hasHeader('Access-Control-Allow-Origin'))
    response.setHeader('Access-Control-Allow-Origin', '*');
}

/** Lets those pages read a response that may read those of its route. */
export function allowReaders(call: CallOfPage, { readableBy }: Pick<RealmRoute, 'readableBy'>): void {
  if (readableBy === 'everybody') call.response.setHeader('Access-Control-Allow-Origin', '*');
  if (readableBy === 'clients') allowClientOrigin(call);
}

/** Answers a preflight request, to pages whose origin is already allowed. */
export function answerPreflight(response: Response): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, OPTIONS');
  response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type');
  response.setHeader('Access-Control-Max-Age', '600');
  response.status(204).end();
}
