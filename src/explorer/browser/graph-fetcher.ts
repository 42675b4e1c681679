import type { GraphiQLProps } from 'graphiql';
import { getOperationAST, OperationTypeNode, parse, type DocumentNode, type ExecutionResult } from 'graphql';
import { createClient } from 'graphql-sse';
import type { LogIn } from './log-in';

type Fetcher = GraphiQLProps['fetcher'];
type FetcherRequest = Parameters<Fetcher>[0];
type Observable = Extract<Awaited<ReturnType<Fetcher>>, { subscribe: unknown }>;

/** The recipients of a subscription's events. */
interface Observer {
  next: (result: ExecutionResult) => void;
  error: (error: unknown) => void;
  complete: () => void;
}

/** The credentials for an operation. */
interface Sender {
  headers: Headers;
  /** Call it with each result, because the server may report that the log-in has expired. */
  look: (result: ExecutionResult, status?: number) => Promise<void>;
}

/**
 * Sends operations of the editor to the graph on the same host, as the logged-in person. Subscriptions use server-sent
 * events, and end when the person stops them. An `Authorization` header in the headers editor takes precedence.
 */
export function graphFetcher(logIn: LogIn): Fetcher {
  return async (written, options) => {
    const document = parsed(written.query);
    const request = withKnownName(written, document);
    const headers = new Headers(options?.headers);
    const typedIn = headers.has('Authorization');
    const token = typedIn ? undefined : await logIn.accessToken();
    if (token) headers.set('Authorization', `Bearer ${token}`);
    const look: Sender['look'] = async (result, status) => {
      if (!typedIn && asksForLogIn(result, status)) await logIn.refused(token);
    };
    const operation = document && getOperationAST(document, request.operationName);
    return operation?.operation === OperationTypeNode.SUBSCRIPTION
      ? subscribe(request, { headers, look })
      : ask(request, { headers, look });
  };
}

/** The document of a query; undefined if it has an error, which the server explains. */
function parsed(query: string): DocumentNode | undefined {
  try {
    return parse(query);
  } catch {
    return undefined;
  }
}

/** The editor follows its text with a delay: whoever runs a changed query at once would ask for the operation before it. */
function withKnownName(request: FetcherRequest, document: DocumentNode | undefined): FetcherRequest {
  const isKnown = !document || getOperationAST(document, request.operationName);
  return isKnown ? request : { ...request, operationName: undefined };
}

async function ask(request: FetcherRequest, { headers, look }: Sender): Promise<ExecutionResult> {
  headers.set('Content-Type', 'application/json');
  headers.set('Accept', 'application/graphql-response+json, application/json;q=0.9');
  const response = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify(request) });
  const result = await readResult(response);
  await look(result, response.status);
  return result;
}

function subscribe(request: FetcherRequest, { headers, look }: Sender): Observable {
  const client = createClient({
    url: '/graphql/stream',
    headers: Object.fromEntries(headers),
    // The person sees that the subscription was interrupted, and can restart it after the displayed cursor.
    retryAttempts: 0,
  });
  const { query, operationName } = request;
  const variables = request.variables as Record<string, unknown>;
  const listen = (observer: Observer) => ({
    unsubscribe: client.subscribe(
      { query, operationName: operationName ?? undefined, variables },
      {
        next(result) {
          observer.next(result as ExecutionResult);
          void look(result as ExecutionResult);
        },
        error: (error) => observer.error(error),
        complete: () => observer.complete(),
      },
    ),
  });
  return { subscribe: listen } as Observable;
}

async function readResult(response: Response): Promise<ExecutionResult> {
  const text = await response.text();
  try {
    return JSON.parse(text) as ExecutionResult;
  } catch {
    throw new Error(`The server answered with status ${response.status} and no result.`);
  }
}

function asksForLogIn(result: ExecutionResult, status?: number): boolean {
  if (status === 401) return true;
  return result.errors?.some((error) => error.extensions?.code === 'UNAUTHENTICATED') ?? false;
}
