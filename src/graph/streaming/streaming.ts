import type { RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Config } from '../../platform/config';
import { refuseUpgrade } from '../../platform/http/upgrades';
import type { Logger } from '../../platform/logging';
import type { RequestContexts } from '../../request/contexts';
import type { GraphExecutor } from '../executor';
import { OperationRunner } from './operation-runner';
import { OperationPreparation, type OperationLimits } from './prepare-operation';
import { serverSentEvents } from './server-sent-events';
import { WebSocketEndpoint } from './web-socket-endpoint';

interface StreamingParts {
  schema: GraphQLSchema;
  executor: GraphExecutor;
  contexts: RequestContexts;
  config: Config;
  log: Logger;
  limits: OperationLimits;
}

/** The graph over persistent connections. */
export interface Streaming {
  serverSentEvents: RequestHandler;
  /** Handles a WebSocket upgrade. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Open WebSockets and running subscriptions. */
  readonly counts: { sockets: number; subscriptions: number };
  /** Accepts no more connections, ends all subscriptions and closes connections properly. */
  stop(): Promise<void>;
}

/** Where WebSockets are opened. */
const webSocketPath = '/graphql';

export function createStreaming({
  schema,
  executor,
  contexts,
  config,
  log,
  limits,
}: StreamingParts): Streaming {
  const preparation = new OperationPreparation(schema, config, limits);
  const runner = new OperationRunner(schema, executor, config, limits.budget);
  const webSocket = new WebSocketEndpoint({ preparation, runner, contexts, config, log });
  const events = serverSentEvents({ preparation, runner });
  let stopping = false;
  return {
    serverSentEvents: events.handler,
    get counts() {
      return { sockets: webSocket.count, subscriptions: runner.count };
    },
    upgrade(request, socket, head) {
      const path = request.url?.split('?')[0];
      if (stopping) refuseUpgrade(socket, '503 Service Unavailable');
      else if (path !== webSocketPath) refuseUpgrade(socket, '404 Not Found');
      else webSocket.accept(request, socket, head);
    },
    async stop() {
      stopping = true;
      events.stop();
      await webSocket.stop();
      await runner.stop();
    },
  };
}
