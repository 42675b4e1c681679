import type { Request, RequestHandler, Response } from 'express';
import { OperationTypeNode, type FormattedExecutionResult, type GraphQLError } from 'graphql';
import { createHandler, type RequestParams, type Response as Outcome } from 'graphql-sse';
import { STATUS_CODES } from 'node:http';
import { formatError } from '../format-error';
import { rateLimitFields } from '../limits/budget';
import { getContext } from '../identify-caller';
import { drained } from './drained';
import { eventStream, sendEvents } from './send-events';
import { isSubscription, type OperationRunner } from './operation-runner';
import type { OperationPreparation, PreparedOperation } from './prepare-operation';

/** A request and its response. */
interface Exchange {
  request: Request;
  response: Response;
}

export interface ServerSentEventsParts {
  preparation: OperationPreparation;
  runner: OperationRunner;
}

/** The graph over server-sent events, as a part of the HTTP server. */
export interface ServerSentEvents {
  handler: RequestHandler;
  /**
   * Ends the responses of subscriptions, and refuses clients that reconnect at once. They end without `complete`,
   * which would tell clients not to reconnect.
   */
  stop: () => void;
}

/**
 * The graph over server-sent events: one operation per request, whose results are sent as they arise. The token is
 * in the headers, as for every other request.
 */
export function serverSentEvents({ preparation, runner }: ServerSentEventsParts): ServerSentEvents {
  const open = new Set<Response>();
  let stopped = false;
  /** The results of an operation, one after the other; or the refusal of an operation that cannot run. */
  const answers = async ({ request, response }: Exchange, { query, ...rest }: RequestParams) => {
    const unreadable = findUnreadable({ query, ...rest });
    if (unreadable !== undefined) return json(400, badRequest(unreadable, 400));
    const context = await getContext(response);
    const prepared = await preparation.prepare({ query, ...rest }, context);
    if (Array.isArray(prepared)) return refusal(response, prepared);
    for (const [name, value] of rateLimitFields(prepared.spent)) response.set(name, value);
    if (isMutation(prepared) && request.method === 'GET') return mutationOverGet;
    if (!isSubscription(prepared)) return toStream(await runner.run(prepared, context));
    if (stopped) return stopping(response);
    if (!response.closed) open.add(response.once('close', () => open.delete(response)));
    return toStream(await runner.subscribe(prepared, context));
  };
  const handle = createHandler<Request, Exchange>({
    // One operation per connection; the other mode of the protocol would keep state between requests.
    authenticate: () => null,
    // Results, including errors, are already formatted, which the types of the library do not expect.
    onSubscribe: (request, parameters) => answers(request.context, parameters) as Promise<Outcome>,
    // The next event is processed once this one is on its way.
    onNext: (_context, { context }) => drained(context.response),
  });
  const handler: RequestHandler = async (request, response) => {
    if (!request.get('accept')?.includes(eventStream))
      return void response.status(406).json(badRequest(`Send "Accept: ${eventStream}".`, 406));
    const [body, init] = await handle({
      method: request.method,
      url: request.originalUrl,
      headers: { get: (name) => (name === 'accept' ? eventStream : request.get(name)) },
      body: (request.body as Record<string, unknown> | undefined) ?? null,
      raw: request,
      context: { request, response },
    });
    response.status(init.status);
    if (body === null) return void response.json(badRequest(STATUS_CODES[init.status] ?? '', init.status));
    if (typeof body === 'string') return void response.json(withCodes(body, init.status));
    await sendEvents(body, response);
  };
  const stop = () => {
    stopped = true;
    for (const response of open) response.end();
  };
  return { handler, stop };
}

async function* alone(result: FormattedExecutionResult): AsyncGenerator<FormattedExecutionResult> {
  yield result;
}

const toStream = (
  result: FormattedExecutionResult | AsyncIterable<FormattedExecutionResult>,
): AsyncIterable<FormattedExecutionResult> => (Symbol.asyncIterator in result ? result : alone(result));

const isMutation = ({ operation }: PreparedOperation) => operation.operation === OperationTypeNode.MUTATION;

/** A request that is none of GraphQL, with the code that Apollo gives it over HTTP. */
const badRequest = (message: string, status: number) => ({
  errors: [{ message, extensions: { code: 'BAD_REQUEST', status } }],
});

/** What the library accepts in a request, and Apollo does not over HTTP. */
function findUnreadable({ query, operationName }: RequestParams): string | undefined {
  if (query === '') return '`query` is empty.';
  if (operationName != null && typeof operationName !== 'string') return '`operationName` is not a string.';
  return undefined;
}

/** The library refuses such requests with messages alone. */
function withCodes(body: string, status: number): FormattedExecutionResult {
  const { errors = [] } = JSON.parse(body) as FormattedExecutionResult;
  const [bad] = badRequest('', status).errors;
  return { errors: errors.map((error) => ({ ...bad, ...error })) };
}

const json = (status: number, body: object): Outcome => [
  JSON.stringify(body),
  { status, statusText: STATUS_CODES[status] ?? '' },
];

/** The response to a subscription at a process that is stopping. Another process, or the next one, accepts it. */
function stopping(response: Response): Outcome {
  response.set({ Connection: 'close', 'Retry-After': '1' });
  return json(503, {
    errors: [
      {
        message: 'The service is stopping.',
        extensions: { code: 'UNAVAILABLE', status: 503, retryAfter: 1 },
      },
    ],
  });
}

/** The response to an operation that cannot run. */
function refusal(response: Response, errors: GraphQLError[]): Outcome {
  const formatted = errors.map((error) => formatError(error.toJSON(), error));
  const { status, retryAfter } = formatted[0]?.extensions ?? {};
  if (typeof retryAfter === 'number') response.set('Retry-After', String(retryAfter));
  return json(typeof status === 'number' ? status : 400, { errors: formatted });
}

const mutationOverGet = json(405, badRequest('A mutation needs POST.', 405));
