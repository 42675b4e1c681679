import type { Request, RequestHandler, Response } from 'express';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../src/platform/config';
import {
  ApiError,
  asApiError,
  badInput,
  callerGone,
  methodNotAllowed,
  notFound,
  unauthenticated,
} from '../src/platform/errors';
import { logFailure } from '../src/platform/failure-log';
import type { GraphExecutor } from '../src/graph/executor';
import { isGraphPath } from '../src/platform/http/graph-path';
import { PieceStream } from '../src/platform/http/piece-stream';
import { isJson, readBody, requireBody, streamBody } from '../src/platform/http/read-body';
import { parseLongJson } from '../src/platform/http/parse-long-json';
import { LongWork } from '../src/platform/long-work';
import { getTrace } from '../src/platform/http/trace';
import type { Logger } from '../src/platform/logging';
import type { RequestContexts } from '../src/request/contexts';
import { encodeLongJson } from '../src/platform/stored-json';
import { readCookie } from '../src/platform/http/read-cookie';
import { sendPage, setCookie } from './browser';
import { dataErrors, graphErrors, plainErrors, reasonErrors, type ErrorBody } from './errors';
import { QueryParameters } from './query-parameters';
import type { BulkReply, RestReply, RestRequest, Route } from './route';
import { indexRoutes, type IndexedRoute } from './route-index';
import { isReceiverGone, longestStall, sendContent } from './send-content';
import { entityTag } from './entity-tag';

const defaultBodyLimit = 1024 * 1024;

interface EngineParts {
  config: Config;
  executor: GraphExecutor;
  contexts: RequestContexts;
  log: Logger;
}

/** The segments of a `{name+}` form one value, with the slashes between them. */
function wholeParams(params: Record<string, string | string[]>): Record<string, string> {
  const whole: Record<string, string> = {};
  for (const [name, value] of Object.entries(params))
    whole[name] = typeof value === 'string' ? value : value.join('/');
  return whole;
}

/** Clients put addresses into these paths as they were typed: a "%" that begins no escape stands for itself. */
const escapeBareMarks: RequestHandler = (request, _response, next) => {
  if (request.path.startsWith('/confirm/')) request.url = request.url.replace(/%(?![\da-f]{2})/gi, '%25');
  next();
};

/** Serves the route tables. */
export const restRouter = (routes: readonly Route[], parts: EngineParts): RequestHandler[] => [
  escapeBareMarks,
  routed(routes, parts),
];

function routed(routes: readonly Route[], parts: EngineParts): RequestHandler {
  return indexRoutes(
    routes.flatMap((route) => {
      const method = route.method.toLowerCase() as IndexedRoute['method'];
      const answer = answerWith(route, parts);
      return [route.path].flat().map((path) => ({ method, path, answer }));
    }),
    refuseMethod,
  );
}

/** Answers a request for a known path with an unsupported method. */
function refuseMethod(request: Request, response: Response, methods: readonly string[]): void {
  const allowed = [...methods].sort().join(', ');
  response.setHeader('Allow', allowed);
  refuseRequest(
    methodNotAllowed(`${request.path} does not take ${request.method}, but ${allowed}.`),
    request,
    response,
  );
}

function answerWith(route: Route, parts: EngineParts): RequestHandler {
  return async (request: Request, response: Response) => {
    try {
      const restRequest = await toRestRequest(route, request, parts);
      if (route.document && route.guard)
        await parts.executor.authorize(route.guard(restRequest), restRequest.context);
      assertAddressFits(route, request);
      const reply = await replyTo(route, restRequest, { request, response }, parts.executor).catch(
        async (error: unknown) => {
          if (route.guardOfComplaints && isComplaint(error))
            await parts.executor.authorize(route.guardOfComplaints(restRequest), restRequest.context);
          throw error;
        },
      );
      await send(route, reply, response, parts.config);
    } catch (error) {
      sendError(route, asApiError(error), request, response, parts.log);
    }
  };
}

function assertAddressFits({ largestAddress = Infinity }: Route, { originalUrl }: Request): void {
  if (Buffer.byteLength(originalUrl) > largestAddress)
    throw new ApiError(
      'URI_TOO_LONG',
      `The address is longer than the ${largestAddress} bytes allowed here.`,
    );
}

/** A request and its response. */
interface Exchange {
  request: Request;
  response: Response;
}

async function replyTo(
  route: Route,
  restRequest: RestRequest,
  { request, response }: Exchange,
  executor: GraphExecutor,
) {
  const { payingFor } = restRequest.context;
  const read = async <Body>(body: () => Promise<Body>): Promise<Body> => {
    const begun = performance.now();
    const found = await body();
    await checkAgainIfLate(route, restRequest, executor, begun);
    return found;
  };
  if (route.document && route.body) restRequest.body = await read(() => readJson(route, request, payingFor));
  return route.answer(restRequest, executor, {
    readBody(admit) {
      const admitOpen = admit && ((bytes: number) => admit(bytes, whileOpen(response)));
      return read(() => readJson(route, request, payingFor, admitOpen));
    },
    async *readStream() {
      const begun = performance.now();
      yield* streamBody(request, route.body?.limit ?? defaultBodyLimit);
      await checkAgainIfLate(route, restRequest, executor, begun);
    },
  });
}

/** A body can take minutes to arrive; the session of its sender, or what they may do, can end meanwhile. */
async function checkAgainIfLate(
  { guard }: Route,
  restRequest: RestRequest,
  executor: GraphExecutor,
  begun: number,
): Promise<void> {
  const { context } = restRequest;
  if ((await context.checkAgainIfLate(begun)) && guard) await executor.authorize(guard(restRequest), context);
}

/** Whether an error means that the request was invalid, whoever sent it. */
const isComplaint = (error: unknown): boolean =>
  ['BAD_USER_INPUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'].includes(asApiError(error).code);

async function toRestRequest(
  route: Route,
  request: Request,
  { config, contexts }: EngineParts,
): Promise<RestRequest> {
  const [path = '', ...rest] = request.originalUrl.split('?');
  const query = new QueryParameters(rest.join('?'));
  const header = (name: string) => request.get(name) || undefined;
  const params = wholeParams(request.params);
  const cookie = (name: string) => readCookie(request, `${config.NAME_PREFIX}.${name}`);
  const ids =
    typeof route.restrictedToken === 'function'
      ? route.restrictedToken({ params, query, cookie })
      : query.all('restricted_token');
  const paths = [path, ...(route.restrictedTokenOf ? [route.restrictedTokenOf(params)] : [])];
  return {
    params,
    query,
    header,
    cookie,
    headerValues: (name) => request.headersDistinct[name.toLowerCase()] ?? [],
    serviceHeader: (name) => config.HEADER_PREFIXES.map((prefix) => header(`${prefix}${name}`)).find(Boolean),
    context: await contexts.of(
      request,
      `${route.method} ${[route.path].flat()[0] ?? ''}`,
      route.restrictedToken && { ids, paths },
    ),
    trace: getTrace(request),
    body: undefined,
  };
}

/** Aborted when the caller leaves before the response is complete. */
function whileOpen(response: Response): AbortSignal {
  const leaving = new AbortController();
  const leave = () => leaving.abort(callerGone());
  if (response.closed) leave();
  else response.once('close', leave);
  return leaving.signal;
}

/** The Content-Type is checked in few places: real clients send bodies without one, and with wrong ones. */
async function readJson(
  { body }: Route,
  request: Request,
  sender: string,
  admit?: (bytes: number) => Promise<void>,
): Promise<unknown> {
  const bytes = await readBody(request, body?.limit ?? defaultBodyLimit, sender);
  if (body?.strictType && bytes.length > 0) assertCalledJson(request);
  if (body?.lenient && !isJson(bytes)) return undefined;
  await admit?.(bytes.length);
  try {
    const parsed = await parseLongJson(bytes, new LongWork(), body?.mostItems);
    return body?.optional ? parsed : requireBody(parsed);
  } catch (error) {
    throw body?.refusal === undefined ? error : reworded(asApiError(error), body.refusal);
  }
}

const reworded = (error: ApiError, message: string): ApiError =>
  error.code === 'BAD_USER_INPUT' ? badInput(message, error.findings) : error;

function assertCalledJson(request: Request): void {
  const [type] = (request.get('content-type') ?? 'application/json').split(';');
  if (type?.trim().toLowerCase() === 'application/json') return;
  const detail = 'The body must be of the type application/json.';
  throw badInput(detail, [{ code: 'value-not-valid', title: 'type of body is not valid', detail }]);
}

async function send(route: Route, reply: BulkReply, response: Response, config: Config): Promise<void> {
  if ('content' in reply) return sendContent(reply, route.success.status, response);
  if ('stream' in reply) return sendStream(route, reply.stream, response);
  response.status(reply.status ?? route.success.status);
  if (reply.sessionToken !== undefined) {
    for (const name of config.SESSION_TOKEN_HEADERS) response.setHeader(name, reply.sessionToken);
  }
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  if (reply.cookie) setCookie(reply.cookie, response, config);
  if (reply.page) sendPage(reply.page, response);
  else if (reply.text !== undefined) response.type('text/plain').send(reply.text);
  else if (reply.body === undefined) response.end();
  else await sendJson(reply, response);
}

async function sendJson({ body, version }: RestReply, response: Response): Promise<void> {
  if (!response.get('Content-Type')) response.type('application/json');
  const encoded = await encodeLongJson(body, new LongWork());
  if (version != null) response.setHeader('ETag', entityTag(version, encoded));
  response.send(encoded);
}

/** The first piece is awaited before anything is sent, so that an early failure still gets a proper response. */
async function sendStream(
  route: Route,
  stream: AsyncIterable<Uint8Array>,
  response: Response,
): Promise<void> {
  const pieces = stream[Symbol.asyncIterator]();
  const first = await pieces.next();
  response.setTimeout(longestStall);
  response.status(route.success.status).type('application/json');
  try {
    await pipeline(new PieceStream(pieces, first), response);
  } catch (error) {
    if (!isReceiverGone(error)) throw error;
  } finally {
    await pieces.return?.();
  }
}

function sendError(route: Route, error: ApiError, request: Request, response: Response, log: Logger): void {
  const trace = getTrace(request);
  logFailure(log, error, 'a request failed', trace);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const shown = mapRefusal(route, error);
  if (shown.retryAfter !== undefined) response.setHeader('Retry-After', shown.retryAfter);
  response.status(shown.status);
  if (route.errorPage) sendPage(route.errorPage(shown), response);
  else response.json((route.errors ?? plainErrors)(shown, trace));
}

/**
 * In some areas "forbidden" is a 401, because their clients recognize nothing else. In others it is a 404: what a
 * caller may not read does not exist for them.
 */
function mapRefusal({ refusedWith }: Route, error: ApiError): ApiError {
  const codes = refusedWith?.instead ?? ['FORBIDDEN'];
  if (!refusedWith || !codes.includes(error.code)) return error;
  const { status, message } = refusedWith;
  return status === 401 ? unauthenticated(message) : notFound(message);
}

/** Paths of clients that display the `reason` of errors. */
const pathsOfReasons = /^\/(?:auth|access|metadata|confirm)(?:\/|$)/;

function errorBodyAt(path: string): ErrorBody {
  if (isGraphPath(path)) return graphErrors;
  return pathsOfReasons.test(path) ? reasonErrors : dataErrors;
}

/** Answers a request with an error outside of any route: JSON, whoever asks. */
export function refuseRequest(error: ApiError, request: Request, response: Response): void {
  if (error.retryAfter !== undefined) response.setHeader('Retry-After', error.retryAfter);
  const form = errorBodyAt(request.path);
  response.status(error.status).json(form(error, getTrace(request)));
}

/** Answers requests that no route has handled. */
export const noSuchRoute: RequestHandler = (request, response) =>
  refuseRequest(notFound(`There is nothing at ${request.method} ${request.path}.`), request, response);

const notDecodable =
  'The path cannot be decoded: each "%" needs two hexadecimal digits behind it, and together they must be UTF-8.';

/** The errors of Express and its parsers about malformed requests; null for everything else. */
function asRequestError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  const { status = 500 } = (error ?? {}) as { status?: number };
  if (status < 400 || status >= 500) return null;
  const code = { 413: 'PAYLOAD_TOO_LARGE', 415: 'UNSUPPORTED_MEDIA_TYPE' } as const;
  if (error instanceof URIError) return badInput(notDecodable);
  const sentence = status === 413 ? 'The body is larger than allowed here.' : 'The request cannot be read.';
  return new ApiError(code[status as keyof typeof code] ?? 'BAD_USER_INPUT', sentence);
}

/** Answers errors before a route is reached, such as a malformed path. */
export const refuseBadRequest = (log: Logger) =>
  function answer(
    error: unknown,
    request: Request,
    response: Response,
    next: (error: unknown) => void,
  ): void {
    if (response.headersSent) return next(error);
    const shown = asRequestError(error) ?? asApiError(error);
    logFailure(log, shown, 'a request failed', getTrace(request));
    refuseRequest(shown, request, response);
  };
