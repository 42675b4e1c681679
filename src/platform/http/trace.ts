import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from '../logging';
import type { RecordedSpan } from '../telemetry/recorded-trace';
import { parseTraceParent } from '../telemetry/trace-context';
import { isTracing, markFailed, runRequest } from '../telemetry/tracing';
import { routePattern } from './route-pattern';

const longest = 64;

/** Identifies a request: its own id, and the client's session id if it sent one. */
export interface Trace {
  requestId: string;
  sessionId?: string;
}

/** Who sent a request and what it runs, for its line in the log. */
export interface RequestFacts {
  /** The trace that the request belongs to. Without one, its request id: each line can be searched by one field. */
  trace_id: string;
  account: string | undefined;
  /** The OAuth client, or the name of the trusted server. */
  client: string | undefined;
  /** The first operation, or the first field that was run without one. */
  operation: string | undefined;
}

/** What is known of a request when it begins. All properties are there from the start, which keeps them fast. */
export const newFacts = (traceId: string): RequestFacts => ({
  trace_id: traceId,
  account: undefined,
  client: undefined,
  operation: undefined,
});

const traces = new WeakMap<Request, Trace>();
const facts = new WeakMap<Request, RequestFacts>();

/** The trace of a request that passed `traceRequests`. */
export function getTrace(request: Request): Trace {
  const trace = traces.get(request);
  if (!trace) throw new Error('The request has no trace.');
  return trace;
}

/** The facts about a request that passed `traceRequests`. They may be completed until its response is sent. */
export function getFacts(request: Request): RequestFacts {
  const found = facts.get(request);
  if (!found) throw new Error('The request has no trace.');
  return found;
}

/** A header under each of the prefixes, as Node.js names it. */
const named = (prefixes: readonly string[], name: string): string[] =>
  prefixes.map((prefix) => `${prefix}${name}`.toLowerCase());

/** The first of some headers that has a value. */
function sent({ headers }: IncomingMessage, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = [headers[name]].flat().find((one) => one);
    if (value !== undefined) return value.slice(0, longest);
  }
  return undefined;
}

/** Finds the id of a request; taken from the sender if it sent one. */
export function requestIds(prefixes: readonly string[]): (request: IncomingMessage) => string {
  const names = [...named(prefixes, 'Trace-Request'), 'x-request-id'];
  return (request) => sent(request, names) ?? randomUUID();
}

/** The trace that a request belongs to; without one, its request id. */
export const getTraceId = ({ headers }: IncomingMessage, requestId: string): string =>
  parseTraceParent(headers.traceparent)?.traceId ?? requestId;

/** Probes and scrapes are too many, and all alike. */
const untraced: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics/prometheus']);

/**
 * Gives each request an id (taken from the sender if it sent one), returns it under every accepted name, and logs
 * one line when the response is sent. The line contains the route instead of the path, which may hold tokens. If its
 * trace is recorded, the request is a span of the trace that its sender named.
 */
export function traceRequests(prefixes: readonly string[], log: Logger): RequestHandler {
  const getRequestId = requestIds(prefixes);
  const sessionNames = named(prefixes, 'Trace-Session');
  return (request: Request, response: Response, next: NextFunction) => {
    const requestId = getRequestId(request);
    const sessionId = sent(request, sessionNames);
    const known = newFacts(getTraceId(request, requestId));
    traces.set(request, { requestId, ...(sessionId !== undefined && { sessionId }) });
    facts.set(request, known);
    response.setHeader('X-Request-Id', requestId);
    for (const prefix of prefixes) {
      response.setHeader(`${prefix}Trace-Request`, requestId);
      if (sessionId !== undefined) response.setHeader(`${prefix}Trace-Session`, sessionId);
    }
    const begun = process.hrtime.bigint();
    let span: RecordedSpan | undefined;
    response.on('close', () => {
      const milliseconds = Number(process.hrtime.bigint() - begun) / 1e6;
      const { method } = request;
      const route = routePattern(request);
      const complete = response.writableFinished;
      const status = response.statusCode;
      log.info({ requestId, ...known, method, route, status, milliseconds, complete }, 'request');
      if (span) endSpan(span, { method, route, status });
    });
    if (!isTracing() || untraced.has(request.path)) return next();
    const describe = () => ({
      name: request.method,
      attributes: { 'http.request.method': request.method, 'glycograph.request.id': requestId },
    });
    const parent = parseTraceParent(request.headers.traceparent, request.headers.tracestate);
    runRequest(describe, parent, (own) => {
      if (own) known.trace_id = own.trace.id;
      span = own;
      next();
    });
  };
}

function endSpan(
  span: RecordedSpan,
  { method, route, status }: { method: string; route: string; status: number },
): void {
  span.name = `${method} ${route}`;
  span.attributes['http.route'] = route;
  span.attributes['http.response.status_code'] = status;
  if (status >= 500) markFailed(span, String(status));
  span.end(performance.now());
}
