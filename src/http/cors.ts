import cors from 'cors';
import type { RequestHandler } from 'express';

/**
 * Lets web applications of any origin call: the API is called with a token in a header and never with a cookie, so an
 * origin proves nothing. Set on errors as well, or browsers report them as network failures. The token service keeps
 * cookies and has its own, stricter rule.
 */
export function allowOrigins(
  sessionTokenHeaders: readonly string[],
  prefixes: readonly string[],
): RequestHandler {
  const traceHeaders = prefixes.flatMap((prefix) => [`${prefix}Trace-Request`, `${prefix}Trace-Session`]);
  const serviceHeaders = prefixes.flatMap((prefix) => [`${prefix}Server-Name`, `${prefix}Server-Secret`]);
  const logHeaders = ['X-Logs-Start-At-Time', 'X-Logs-End-At-Time'];
  const apollo = ['Apollo-Require-Preflight', 'X-Apollo-Operation-Name'];
  const apolloClients = ['Apollographql-Client-Name', 'Apollographql-Client-Version'];
  return cors({
    origin: true,
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    allowedHeaders: [
      ...['Authorization', 'Content-Type', 'Digest', 'Idempotency-Key'],
      ...sessionTokenHeaders,
      ...traceHeaders,
      ...serviceHeaders,
      ...logHeaders,
      ...apollo,
      ...apolloClients,
    ],
    exposedHeaders: [...sessionTokenHeaders, ...traceHeaders, 'Digest', 'Start-At', 'End-At', 'Retry-After'],
    maxAge: 600,
    optionsSuccessStatus: 204,
  });
}
