import { createClient, type Client } from 'graphql-ws';
import type { Auth, HeaderFields } from './auth.js';
import { ConnectionError, GraphError, LogInError, toGraphError, type GraphErrorEntry } from './errors.js';
import type { GraphRequest, GraphResult } from './request.js';

/** Receives the results of an operation. */
export interface Sink {
  next(result: GraphResult): void;
  error(error: Error): void;
  complete(): void;
}

interface SocketSettings {
  /** Address of the graph, `wss:` or `ws:`. */
  url: string;
  auth?: Auth;
  webSocket?: unknown;
  /** Longest pause between two attempts to connect, in milliseconds. */
  longestPause: number;
}

/** The close code for a token that is not valid, or not any more. */
const forbidden = 4403;

/** Milliseconds between two pings, which tell a connection that died silently. */
const pingInterval = 20_000;

/** Subscriptions with this variable continue after their last event. */
export const canResume = ({ query }: GraphRequest): boolean => /\$since\b/.test(query);

/** What a subscription that cannot resume receives after an interruption; the service says so with the same code. */
const interruption: GraphResult = {
  data: null,
  errors: [{ message: 'Events may have been missed.', extensions: { code: 'RESYNC_REQUIRED' } }],
};

/** Codes of errors after which the subscription is started again, from its last cursor. */
const passing = new Set(['UNAVAILABLE', 'RATE_LIMITED']);

const isPassing = (error: GraphErrorEntry | undefined): error is GraphErrorEntry =>
  passing.has(error?.extensions?.code ?? '');

/**
 * Runs subscriptions over one WebSocket (subprotocol graphql-transport-ws). It reconnects for as long as they run, and
 * resumes each one with the variable `$since` after its last result.
 */
export class SubscriptionSocket {
  private readonly client: Client;
  /** Header fields of the current connection. */
  private sent: HeaderFields = {};
  private refused: HeaderFields | undefined;
  /** The running subscriptions that cannot resume. */
  private readonly forgetful = new Set<Sink>();
  /** Each completes a subscription that waits before it is started again. */
  private readonly paused = new Set<() => void>();

  constructor(private readonly settings: SocketSettings) {
    let pong: ReturnType<typeof setTimeout> | undefined;
    this.client = createClient({
      url: settings.url,
      webSocketImpl: settings.webSocket,
      connectionParams: () => this.authenticate(),
      keepAlive: pingInterval,
      retryAttempts: Infinity,
      retryWait: (attempt) =>
        new Promise((resolve) => {
          const longest = Math.min(settings.longestPause, 500 * 2 ** attempt);
          setTimeout(resolve, longest * (0.5 + Math.random() / 2));
        }),
      shouldRetry: (reason) => !(reason instanceof GraphError) && !(reason instanceof LogInError),
      on: {
        connected: (_socket, _payload, isAgain) => {
          if (isAgain) for (const sink of this.forgetful) sink.next(interruption);
        },
        closed: (event) => {
          clearTimeout(pong);
          if ((event as CloseEvent).code === forbidden) this.refused = this.sent;
        },
        ping: (received) => {
          if (!received) pong = setTimeout(() => this.client.terminate(), pingInterval);
        },
        pong: () => clearTimeout(pong),
      },
    });
  }

  /**
   * Starts a subscription and returns a function that ends it.
   *
   * @param request its variable `since` is kept up to date
   */
  subscribe(request: GraphRequest, sink: Sink): () => void {
    const resumes = canResume(request);
    if (!resumes) this.forgetful.add(sink);
    let end: () => void;
    let ended = false;
    let again: GraphErrorEntry | undefined;
    const variables: Record<string, unknown> = { ...request.variables };
    const finish = (tell?: () => void) => {
      if (ended) return;
      ended = true;
      this.forgetful.delete(sink);
      tell?.();
    };
    const startAfter = ({ extensions }: GraphErrorEntry) => {
      const seconds = extensions?.retryAfter ?? 1;
      const timer = setTimeout(() => {
        this.paused.delete(giveUp);
        start();
        if (!resumes) sink.next(interruption);
      }, seconds * 1000);
      end = () => {
        clearTimeout(timer);
        this.paused.delete(giveUp);
      };
      const giveUp = () => {
        end();
        finish(() => sink.complete());
      };
      this.paused.add(giveUp);
    };
    const start = () => {
      again = undefined;
      end = this.client.subscribe<Record<string, unknown>, GraphResult['extensions']>(
        { ...request, variables },
        {
          next: (result) => {
            if (ended) return;
            const { cursor } = result.extensions ?? {};
            if (resumes && cursor !== undefined) variables.since = cursor;
            const [error] = (result.errors ?? []) as readonly GraphErrorEntry[];
            if (isPassing(error)) again = error;
            else sink.next(result);
          },
          error: (reason) => {
            if (ended) return;
            const [refusal] = Array.isArray(reason) ? (reason as GraphErrorEntry[]) : [];
            // Without a time, such as with too many open subscriptions, waiting does not help.
            if (isPassing(refusal) && refusal.extensions?.retryAfter !== undefined) startAfter(refusal);
            else finish(() => sink.error(toError(reason)));
          },
          complete: () => {
            if (ended) return;
            if (again) startAfter(again);
            else finish(() => sink.complete());
          },
        },
      );
    };
    start();
    return () => {
      finish();
      end();
    };
  }

  /** Ends all subscriptions and closes the connection. */
  close(): void {
    for (const giveUp of this.paused) giveUp();
    void this.client.dispose();
  }

  private async authenticate(): Promise<HeaderFields> {
    const { auth } = this.settings;
    if (!auth) return {};
    const { refused } = this;
    this.refused = undefined;
    if (refused && !(await this.renewed(auth, refused)))
      throw new GraphError('UNAUTHENTICATED', [{ message: 'The log-in has ended.' }]);
    return (this.sent = await auth.headers());
  }

  /** While the token service cannot be reached, the old token is tried again. */
  private renewed(auth: Auth, headers: HeaderFields): Promise<boolean> {
    return auth.refused(headers).catch((error: unknown) => {
      if (error instanceof ConnectionError) return true;
      throw error;
    });
  }
}

function toError(reason: unknown): Error {
  if (reason instanceof Error) return reason;
  if (Array.isArray(reason)) return toGraphError(reason as GraphErrorEntry[]);
  const { code } = reason as Partial<CloseEvent>;
  return new ConnectionError(`The connection was closed${code === undefined ? '' : ` with ${code}`}.`, {
    cause: reason,
  });
}
