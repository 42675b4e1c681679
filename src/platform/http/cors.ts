import cors from 'cors';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config';
import { isGraphPath } from './graph-path';

/** The settings that name headers of the API. */
export type HeaderSettings = Pick<Config, 'SESSION_TOKEN_HEADERS' | 'HEADER_PREFIXES'>;

/** A request with its path apart from the query, as in Express. */
type RequestWithPath = IncomingMessage & { path: string };

/**
 * Lets web applications of any origin call the API. Tokens are sent in a header and never in a cookie, so an origin
 * proves nothing. The headers are also set on errors, because browsers otherwise report them as network failures.
 * The token service uses cookies and has its own, stricter rule.
 */
export function allowOrigins({
  SESSION_TOKEN_HEADERS: sessionTokenHeaders,
  HEADER_PREFIXES: prefixes,
}: HeaderSettings): (request: RequestWithPath, response: ServerResponse, next: () => void) => void {
  const traceHeaders = prefixes.flatMap((prefix) => [`${prefix}Trace-Request`, `${prefix}Trace-Session`]);
  const senderTrace = ['X-Request-Id', 'Traceparent', 'Tracestate'];
  const serviceHeaders = prefixes.flatMap((prefix) => [`${prefix}Server-Name`, `${prefix}Server-Secret`]);
  const logHeaders = ['X-Logs-Start-At-Time', 'X-Logs-End-At-Time'];
  const ofGraphClients = ['Apollo-Require-Preflight', 'X-Apollo-Operation-Name', 'Graph-Cost'];
  const apolloClients = ['Apollographql-Client-Name', 'Apollographql-Client-Version'];
  const options = {
    origin: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    allowedHeaders: [
      ...['Authorization', 'Content-Type', 'Digest', 'Idempotency-Key', 'If-Match'],
      ...sessionTokenHeaders,
      ...traceHeaders,
      ...senderTrace,
      ...serviceHeaders,
      ...logHeaders,
      ...ofGraphClients,
      ...apolloClients,
    ],
    exposedHeaders: [
      ...sessionTokenHeaders,
      ...traceHeaders,
      'X-Request-Id',
      ...['Digest', 'ETag', 'Start-At', 'End-At', 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
    ],
    maxAge: 600,
    optionsSuccessStatus: 204,
  };
  // REST clients request credentials although none are used; dashboards never do.
  const [ofGraph, ofRest] = [cors(options), cors({ ...options, credentials: true })];
  return (request, response, next) => (isGraphPath(request.path) ? ofGraph : ofRest)(request, response, next);
}
