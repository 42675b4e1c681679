import type { Express } from 'express';
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import { dropPageHeaders } from './page-headers';
import { refuseUnreadable } from './unreadable-requests';
import { rememberReader } from './upgrades';

/** Milliseconds from the start of a request to the end of its headers. */
const longestHeaders = 45_000;
const checkingInterval = 15_000;

/** A dozen components listen for the end of a streamed response; Node.js warns above ten. */
const mostListeners = 20;

/**
 * A server that creates requests and responses with the prototypes of the application. Express would otherwise
 * change the prototypes of existing objects; V8 would then give every response its own hidden class. Property access
 * would become slow, and the metadata would stay until the next full garbage collection.
 *
 * @param isDraining true once the server is about to stop: each response then closes its connection
 */
export function createExpressServer(app: Express, isDraining: () => boolean = () => false): Server {
  class ApplicationRequest extends IncomingMessage {}
  class ApplicationResponse extends ServerResponse {
    constructor(...request: ConstructorParameters<typeof ServerResponse>) {
      super(...request);
      this.setMaxListeners(mostListeners);
    }

    override writeHead(...head: unknown[]): this {
      dropPageHeaders(this);
      if (isDraining()) this.setHeader('Connection', 'close');
      return super.writeHead(...(head as [number]));
    }
  }
  Object.setPrototypeOf(ApplicationRequest.prototype, app.request);
  Object.setPrototypeOf(ApplicationResponse.prototype, app.response);
  // Express leaves objects alone that already have these prototypes.
  app.request = ApplicationRequest.prototype as Express['request'];
  app.response = ApplicationResponse.prototype as Express['response'];
  const server = createServer(
    {
      IncomingMessage: ApplicationRequest,
      ServerResponse: ApplicationResponse,
      headersTimeout: longestHeaders,
      connectionsCheckingInterval: checkingInterval,
      // The time for a body depends on its size; `tendBodies` enforces that.
      requestTimeout: 0,
    },
    app,
  );
  rememberReader(server);
  refuseUnreadable(server);
  return server;
}
