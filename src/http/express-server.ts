import type { Express } from 'express';
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import { dropPageHeaders } from './page-headers';

/** Milliseconds from the beginning of a request to the end of its headers; together at most a minute. */
const longestHeaders = 45_000;
const checkingInterval = 15_000;

/** The end of an answer is of interest to a dozen parts when it is a stream; Node.js warns of more than ten. */
const mostListeners = 20;

/**
 * A server that makes each request and each answer as the application wants them. By itself Express changes the
 * prototypes of those that Node has made; for V8 every answer then becomes an object of a kind of its own. Access to its
 * properties is slow, and what V8 knows of each kind stays until the whole heap is collected.
 *
 * @param isDraining true once the server is about to stop: each answer then is the last of its connection
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
  // Express leaves objects alone that have these prototypes already.
  app.request = ApplicationRequest.prototype as Express['request'];
  app.response = ApplicationResponse.prototype as Express['response'];
  return createServer(
    {
      IncomingMessage: ApplicationRequest,
      ServerResponse: ApplicationResponse,
      headersTimeout: longestHeaders,
      connectionsCheckingInterval: checkingInterval,
      // How long a body may take depends on its size: `tendBodies` looks after that.
      requestTimeout: 0,
    },
    app,
  );
}
