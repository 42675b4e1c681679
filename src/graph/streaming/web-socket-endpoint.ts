import type { ExecutionArgs, FormattedExecutionResult } from 'graphql';
import { GraphQLError } from 'graphql';
import { CloseCode, handleProtocols, makeServer, type Context, type SubscribePayload } from 'graphql-ws';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Config } from '../../platform/config';
import { ApiError, asApiError, isPassing } from '../../platform/errors';
import { logFailure } from '../../platform/failure-log';
import { nestsTooDeep } from '../../platform/http/read-body';
import type { Logger } from '../../platform/logging';
import { refusals } from '../../platform/telemetry/measures';
import type { RequestContexts } from '../../request/contexts';
import type { RequestContext } from '../../request/request-context';
import { formatError } from '../format-error';
import { Connection } from './connection';
import { isSubscription, type OperationRunner } from './operation-runner';
import type { OperationPreparation, PreparedOperation } from './prepare-operation';
import { StreamLimits } from './stream-limits';
import type { SubscriptionStream } from './subscription-stream';

/** Maximum size of a message in bytes. */
const largestMessage = 256 * 1024;

/** Milliseconds from the opening of a connection to its first message. */
const firstMessageWithin = 5_000;

/** Milliseconds that clients have to close when the process stops. */
const goodbyeWithin = 2_000;

/** Close codes of RFC 6455 that the subprotocol does not define. */
const goingAway = 1001;
const tryAgainLater = 1013;

export interface WebSocketParts {
  preparation: OperationPreparation;
  runner: OperationRunner;
  contexts: RequestContexts;
  config: Config;
  log: Logger;
}

/** Each fragment of a message, and each packet of a frame, takes memory of its own, however short it is. */
const [mostFragments, mostChunks] = [64, 2_048];

/** An operation for graphql-ws: passed from `onSubscribe` to `execute` and `subscribe`. */
interface StartedOperation extends ExecutionArgs {
  go: () => Promise<FormattedExecutionResult> | SubscriptionStream | FormattedExecutionResult;
}

/**
 * The graph over WebSocket (subprotocol `graphql-transport-ws`): subscriptions, queries and mutations, under the
 * same rules and limits as over HTTP.
 */
export class WebSocketEndpoint {
  private readonly sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessage,
    maxFragments: mostFragments,
    maxBufferedChunks: mostChunks,
    perMessageDeflate: false,
    handleProtocols,
  });
  private readonly limits: StreamLimits;
  private readonly protocol: ReturnType<typeof makeServer<Record<string, unknown>, Connection>>;

  constructor(private readonly parts: WebSocketParts) {
    this.limits = new StreamLimits(parts.config.STREAMS_PER_ACCOUNT);
    const go = (args: ExecutionArgs) => (args as StartedOperation).go() as never;
    this.protocol = makeServer<Record<string, unknown>, Connection>({
      connectionInitWaitTimeout: firstMessageWithin,
      onConnect: (context) => this.connect(context),
      onSubscribe: (context, _id, payload) => this.take(context, payload),
      execute: go,
      subscribe: go,
      // Results are already formatted.
      onNext: (_context, _id, _payload, _args, result) => result,
      onError: (_context, _id, _payload, errors) =>
        errors.map((error) => (error instanceof GraphQLError ? formatError(error.toJSON(), error) : error)),
    });
  }

  /** Number of open connections. */
  get count(): number {
    return this.sockets.clients.size;
  }

  /** Accepts a WebSocket connection. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.sockets.handleUpgrade(request, socket, head, (opened) => this.open(opened, request));
  }

  private open(socket: WebSocket, request: IncomingMessage): void {
    const connection = new Connection(socket, request);
    const closed = this.protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => connection.send(text),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (handle) => socket.on('message', (data: Buffer) => this.receive(connection, data, handle)),
      },
      connection,
    );
    socket.once('close', (code, reason) => void closed(code, reason.toString()));
  }

  private receive(connection: Connection, data: Buffer, handle: (text: string) => Promise<void>): void {
    connection.cutOffIfUnread();
    if (nestsTooDeep(data)) return connection.socket.close(CloseCode.BadRequest, 'Nested too deep');
    handle(data.toString()).catch((error: unknown) => {
      logFailure(this.parts.log, error, 'a message failed', { requestId: connection.context?.requestId });
      // Clients reconnect by themselves after the first code, and never after the second.
      if (isPassing(asApiError(error))) connection.socket.close(tryAgainLater, 'Try again later');
      else connection.socket.close(CloseCode.InternalServerError, 'Internal server error');
    });
  }

  /** A connection belongs to an account or a trusted server; anonymous callers use HTTP. */
  private async connect({
    extra: connection,
    connectionParams,
  }: Context<Record<string, unknown>, Connection>) {
    const context = await this.parts.contexts.ofConnection(
      connection.request,
      connectionParams ?? {},
      connection.leaving,
    );
    if (context.caller.kind === 'anonymous') return false;
    try {
      connection.onClose(this.limits.admit(context.caller));
    } catch (error) {
      if (asApiError(error).code !== 'RATE_LIMITED') throw error;
      connection.socket.close(tryAgainLater, 'Too many connections');
      return false;
    }
    connection.context = context;
    return { requestId: context.requestId };
  }

  /** Counts when the message arrives: waiting operations count as running. */
  private take(
    { extra: connection, subscriptions }: Context<Record<string, unknown>, Connection>,
    payload: SubscribePayload,
  ): Promise<StartedOperation | GraphQLError[]> | GraphQLError[] {
    const { STREAMS_PER_CONNECTION } = this.parts.config;
    if (Object.keys(subscriptions).length > STREAMS_PER_CONNECTION)
      return [tooManyAtOnce(STREAMS_PER_CONNECTION)];
    return connection.inTurn(() => this.begin(connection, payload));
  }

  private async begin(
    connection: Connection,
    payload: SubscribePayload,
  ): Promise<StartedOperation | GraphQLError[]> {
    const { preparation } = this.parts;
    if (!connection.context) throw new Error('An operation came before the connection was accepted.');
    const prepared = await preparation.prepare(payload, connection.context);
    if (Array.isArray(prepared)) return prepared;
    const context = await connection.context.renewed();
    if (context.caller.kind === 'anonymous') connection.socket.close(CloseCode.Forbidden, 'Forbidden');
    return this.buildArguments(prepared, connection, context);
  }

  private async buildArguments(
    prepared: PreparedOperation,
    connection: Connection,
    context: RequestContext,
  ): Promise<StartedOperation> {
    const { runner } = this.parts;
    const { document, operationName } = prepared;
    // graphql-ws does not use the schema if `execute` and `subscribe` are given.
    const args = { schema: runner.schema, document, operationName };
    if (!isSubscription(prepared)) return { ...args, go: () => runner.run(prepared, context) };
    const forbid = () => connection.socket.close(CloseCode.Forbidden, 'Forbidden');
    const started = await runner.subscribe(prepared, context, forbid);
    if ('next' in started) connection.hold(started);
    return { ...args, go: () => started };
  }

  /** Closes all connections. */
  async stop(): Promise<void> {
    for (const socket of this.sockets.clients) socket.close(goingAway, 'Going away');
    const impatience = setTimeout(() => {
      for (const socket of this.sockets.clients) socket.terminate();
    }, goodbyeWithin);
    await new Promise<void>((resolve) => this.sockets.close(() => resolve()));
    clearTimeout(impatience);
  }
}

const tooManyAtOnce = (limit: number): GraphQLError => {
  refusals.inc({ limit: 'operations-per-connection' });
  const originalError = new ApiError(
    'RATE_LIMITED',
    `At most ${limit} operations can run on one connection.`,
  );
  return new GraphQLError(originalError.message, { originalError });
};
