import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient, type CloseCode } from 'graphql-ws';
import { WebSocket } from 'ws';
import { tokenHeader, type Json } from './api';
import type { ServerUnderTest } from './server';
import { inTime } from './wait-until';

/** The results of one operation, as a client library yields them. */
export interface Answers {
  /** The next result. Throws if there is none. */
  next(): Promise<Json>;
  /** All results until the server ends the operation. */
  rest(): Promise<Json[]>;
  end(): Promise<void>;
  /** Cursor of the last result that had one, to resume after it. */
  cursor(): string;
}

/** A client of the graph with a persistent connection. */
export interface StreamClient {
  /** Starts a subscription. Resolves once the server listens, so that no later event is missed. */
  subscribe(query: string, variables?: Record<string, unknown>): Promise<Answers>;
  /** The single result of a query or mutation. */
  ask(query: string, variables?: Record<string, unknown>): Promise<Json>;
  /** How the server closed the connection; null if each operation has a connection of its own. */
  closed: Promise<{ code: CloseCode; reason: string }> | null;
  close(): void;
}

type Headers = Record<string, string>;
export type OpenClient = (server: Pick<ServerUnderTest, 'url'>, headers: Headers) => StreamClient;

const open = new Set<StreamClient>();

/** Closes what the tests of a file have left open; for `afterEach`. */
export function closeStreams(): void {
  for (const client of open) client.close();
  open.clear();
}

function toAnswers(source: AsyncIterableIterator<unknown>): Answers {
  let last: string | undefined;
  const withoutCursor = ({ extensions, ...answer }: Json): Json => {
    last = extensions?.cursor ?? last;
    return answer;
  };
  return {
    cursor() {
      if (last === undefined) throw new Error('No answer had a cursor.');
      return last;
    },
    async next() {
      const { done, value } = await inTime('an answer', source.next());
      if (done) throw new Error('The operation has ended.');
      return withoutCursor(value as Json);
    },
    async rest() {
      const all: Json[] = [];
      for (;;) {
        const { done, value } = await inTime('the end of an operation', source.next());
        if (done) return all;
        all.push(withoutCursor(value as Json));
      }
    },
    async end() {
      await source.return?.();
    },
  };
}

/** A client of `graphql-ws`; `headers` are sent as connection parameters. */
export const overWebSocket: OpenClient = ({ url }, headers) => {
  let tellClosed: (event: { code: CloseCode; reason: string }) => void;
  const closed = new Promise<{ code: CloseCode; reason: string }>((resolve) => (tellClosed = resolve));
  const library = createWsClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: headers,
    retryAttempts: 0,
    // Otherwise the client closes idle connections, sometimes before the server does.
    lazy: false,
    // An operation that fails with the connection reports the error itself.
    onNonLazyError: () => undefined,
    on: { closed: (event) => tellClosed(event as { code: CloseCode; reason: string }) },
  });
  const run = (query: string, variables?: Record<string, unknown>) =>
    toAnswers(library.iterate({ query, variables }));
  const client: StreamClient = {
    async subscribe(query, variables) {
      const answers = run(query, variables);
      // Operations start in the order of their messages.
      await run('{ __typename }').next();
      return answers;
    },
    ask: (query, variables) => run(query, variables).next(),
    closed,
    close: () => void library.dispose(),
  };
  open.add(client);
  return client;
};

/** A client of `graphql-sse`. */
export const overServerSentEvents: OpenClient = ({ url }, headers) => {
  const library = createSseClient({ url: `${url}/graphql/stream`, headers, retryAttempts: 0 });
  const client: StreamClient = {
    async subscribe(query, variables) {
      let listens: () => void;
      const listening = new Promise<void>((resolve) => (listens = resolve));
      const answers = toAnswers(library.iterate({ query, variables }, { connected: () => listens() }));
      await listening;
      return answers;
    },
    ask: (query, variables) => toAnswers(library.iterate({ query, variables })).next(),
    closed: null,
    close: () => library.dispose(),
  };
  open.add(client);
  return client;
};

/** Both transports, for `describe.each`. */
export const transports: [string, OpenClient][] = [
  ['WebSocket', overWebSocket],
  ['server-sent events', overServerSentEvents],
];

/** The headers of a caller. */
export const withToken = (token: string): Headers => ({ [tokenHeader]: token });
