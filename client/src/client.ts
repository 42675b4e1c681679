import type { Auth } from './auth.js';
import { toGraphError, UserErrors, type GraphErrorEntry, type UserErrorEntry } from './errors.js';
import { iterate } from './events.js';
import { HttpSender, type RequestOptions } from './http.js';
import {
  toRequest,
  type GraphRequest,
  type GraphResult,
  type TypedDocument,
  type VariablesArgument,
} from './request.js';
import { canResume, SubscriptionSocket, type Sink } from './socket.js';

export interface ClientOptions {
  /** Address of the service, such as `https://glycograph.example`. */
  url: string;
  /** Who calls; without it, only what needs no log-in. */
  auth?: Auth;
  /** How often a request that may be repeated is sent again; 2 by default. */
  retries?: number;
  /** Longest pause before a request is repeated and a subscription reconnects, in milliseconds; 30 s by default. */
  longestPause?: number;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
  /** Replaces the global `WebSocket`. */
  webSocket?: unknown;
}

/** A result of a subscription. */
export interface Event<Data> {
  data: Data;
  /** Errors of fields that are null for this reason. */
  errors: readonly GraphErrorEntry[];
  /** Stands for the place of this event; a later subscription may continue after it with `since`. */
  cursor: string | undefined;
}

/** What a subscription tells. */
export interface Observer<Data> {
  next(event: Event<Data>): void;
  /** Events were lost or are too old: read the current state. The subscription goes on. */
  resync?(): void;
  /** The last call: the service has ended the subscription, such as after a share was revoked. */
  error?(error: Error): void;
  /** The last call: there is nothing more to come. */
  complete?(): void;
}

/** A client of the graph. */
export interface GraphClient {
  /** Runs a query. Rejects with `GraphError` if a part of it failed; the error has the other parts as `data`. */
  query<Data, Variables>(
    document: TypedDocument<Data, Variables>,
    ...variables: VariablesArgument<Variables>
  ): Promise<Data>;
  /**
   * Runs a mutation. Rejects with `UserErrors` if its `userErrors` are not empty, and with `GraphError` for all other
   * errors.
   */
  mutate<Data, Variables>(
    document: TypedDocument<Data, Variables>,
    variables: Variables,
    options?: RequestOptions,
  ): Promise<Data>;
  /**
   * Starts a subscription, and returns a function that ends it. It survives restarts of the service and expired tokens. If
   * it declares the variable `$since`, no event is missed; otherwise `resync` is called after each interruption.
   */
  subscribe<Data, Variables>(
    document: TypedDocument<Data, Variables>,
    variables: Variables,
    observer: Observer<Data>,
  ): () => void;
  /** The events of a subscription, for `for await`. Leaving the loop ends it. */
  events<Data, Variables>(
    document: TypedDocument<Data, Variables>,
    ...variables: VariablesArgument<Variables>
  ): AsyncGenerator<Event<Data>, void, undefined>;
  /** Runs a query or a mutation and returns the answer as it is, for other libraries. */
  request(request: GraphRequest, options?: RequestOptions): Promise<GraphResult>;
  /** Runs a subscription and returns the results as they are, for other libraries. */
  stream(request: GraphRequest, sink: Sink): () => void;
  /** Ends all subscriptions. */
  close(): void;
}

const rootFields = (data: unknown): unknown[] => Object.values((data ?? {}) as Record<string, unknown>);

const userErrorsOf = (data: unknown): UserErrorEntry[] =>
  rootFields(data).flatMap((field) => (field as { userErrors?: UserErrorEntry[] } | null)?.userErrors ?? []);

const dataOf = ({ data, errors }: GraphResult): unknown => {
  if (errors?.length) throw toGraphError(errors, data);
  return data;
};

const cursorRequest: GraphRequest = { query: 'query EventCursor { eventCursor }' };

/** Tells an observer about the results of a subscription. */
const toSink = <Data>(observer: Observer<Data>, end: () => void): Sink => ({
  next({ data, errors = [], extensions }) {
    if (rootFields(data).some((field) => field != null)) {
      observer.next({ data: data as Data, errors, cursor: extensions?.cursor });
      return;
    }
    const code = errors[0]?.extensions?.code;
    if (code === 'RESYNC_REQUIRED') observer.resync?.();
    // The object of the event is gone already; the subscription goes on.
    else if (errors.length > 0 && code !== 'NOT_FOUND') {
      end();
      observer.error?.(toGraphError(errors, data));
    }
  },
  error: (error) => observer.error?.(error),
  complete: () => observer.complete?.(),
});

/**
 * Creates a client of the graph.
 *
 *     const client = createClient({ url: 'https://glycograph.example', auth: logIn });
 *     const { me } = await client.query(MeDocument);
 */
export function createClient(options: ClientOptions): GraphClient {
  const { auth, retries = 2, longestPause = 30_000, webSocket } = options;
  const url = `${options.url.replace(/\/$/, '')}/graphql`;
  const http = new HttpSender({
    url,
    auth,
    retries,
    longestPause,
    fetch: options.fetch ?? ((...call) => fetch(...call)),
  });
  const socket = new SubscriptionSocket({ url: url.replace(/^http/, 'ws'), auth, longestPause, webSocket });

  function stream(request: GraphRequest, sink: Sink): () => void {
    const needsCursor = canResume(request) && request.variables?.since == null;
    if (!needsCursor) return socket.subscribe(request, sink);
    // Without a cursor, events between the first connection and the first result could be lost.
    let end: (() => void) | undefined;
    let ended = false;
    http.send(cursorRequest, true).then(
      (result) => {
        if (ended) return;
        const { eventCursor } = (result.data ?? {}) as { eventCursor?: string };
        if (result.errors) sink.error(toGraphError(result.errors));
        else
          end = socket.subscribe(
            { ...request, variables: { ...request.variables, since: eventCursor } },
            sink,
          );
      },
      (error: unknown) => ended || sink.error(error as Error),
    );
    return () => {
      ended = true;
      end?.();
    };
  }

  function subscribe<Data, Variables>(
    document: TypedDocument<Data, Variables>,
    variables: Variables,
    observer: Observer<Data>,
  ): () => void {
    const end: () => void = stream(
      toRequest(document, variables as object),
      toSink(observer, () => end()),
    );
    return end;
  }

  return {
    async query(document, variables?) {
      return dataOf(await http.send(toRequest(document, variables as object), true)) as never;
    },
    async mutate(document, variables, requestOptions = {}) {
      const request = toRequest(document, variables as object);
      const repeatable = requestOptions.idempotencyKey !== undefined;
      const data = dataOf(await http.send(request, repeatable, requestOptions));
      const userErrors = userErrorsOf(data);
      if (userErrors.length > 0) throw new UserErrors(userErrors, data);
      return data as never;
    },
    subscribe,
    events: (document, variables?) =>
      iterate((observer) => subscribe(document, variables as never, observer)),
    request: (request, requestOptions) =>
      http.send(request, /^\s*(query\b|\{)/.test(request.query), requestOptions),
    stream,
    close: () => socket.close(),
  };
}
