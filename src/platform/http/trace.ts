import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from '../logging';
import { routePattern } from './route-pattern';

const longest = 64;

/** Identifies a request: its own id, and the client's session id if it sent one. */
export interface Trace {
  requestId: string;
  sessionId?: string;
}

const traces = new WeakMap<Request, Trace>();

/** The trace of a request that passed `traceRequests`. */
export function getTrace(request: Request): Trace {
  const trace = traces.get(request);
  if (!trace) throw new Error('The request has no trace.');
  return trace;
}

function sent({ headers }: IncomingMessage, prefixes: readonly string[], name: string): string | undefined {
  const values = prefixes.flatMap((prefix) => headers[`${prefix}${name}`.toLowerCase()] ?? []);
  return values.find((value) => value !== '')?.slice(0, longest);
}

/** The id of a request; taken from the sender if it sent one. */
export const getRequestId = (request: IncomingMessage, prefixes: readonly string[]): string =>
  sent(request, prefixes, 'Trace-Request') ?? randomUUID();

/**
 * Gives each request an id (taken from the sender if it sent one), returns it under every accepted name, and logs
 * one line when the response is sent. The line contains the route instead of the path, which may hold tokens.
 */
export const traceRequests =
  (prefixes: readonly string[], log: Logger): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    const requestId = getRequestId(request, prefixes);
    const sessionId = sent(request, prefixes, 'Trace-Session');
    traces.set(request, { requestId, ...(sessionId !== undefined && { sessionId }) });
    for (const prefix of prefixes) {
      response.setHeader(`${prefix}Trace-Request`, requestId);
      if (sessionId !== undefined) response.setHeader(`${prefix}Trace-Session`, sessionId);
    }
    const begun = process.hrtime.bigint();
    response.on('close', () => {
      const milliseconds = Number(process.hrtime.bigint() - begun) / 1e6;
      const { method } = request;
      const route = routePattern(request);
      const complete = response.writableFinished;
      log.info({ requestId, method, route, status: response.statusCode, milliseconds, complete }, 'request');
    });
    next();
  };
