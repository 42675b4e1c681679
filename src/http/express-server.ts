import type { Express } from 'express';
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';

/**
 * A server that makes each request and each answer as the application wants them. By itself Express changes the
 * prototypes of those that Node has made; for V8 every one of them is then an object of a kind of its own: no access to
 * its properties is ever quick, what it knows of each kind outlives the request, and the garbage of the rest with it.
 */
export function createExpressServer(app: Express): Server {
  class ApplicationRequest extends IncomingMessage {}
  class ApplicationResponse extends ServerResponse {}
  Object.setPrototypeOf(ApplicationRequest.prototype, app.request);
  Object.setPrototypeOf(ApplicationResponse.prototype, app.response);
  // Express leaves objects alone that have these prototypes already.
  app.request = ApplicationRequest.prototype as Express['request'];
  app.response = ApplicationResponse.prototype as Express['response'];
  return createServer({ IncomingMessage: ApplicationRequest, ServerResponse: ApplicationResponse }, app);
}
