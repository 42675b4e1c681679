import express, { type Response } from 'express';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A response of a server of its own, and what its reader can do. */
interface Answered {
  response: Response;
  /** The reader closes the connection. */
  leave: () => void;
}

/** Runs a test with the response to a request, whose reader reads nothing. */
export async function answeredBy(test: (answered: Answered) => Promise<void>, method = 'GET'): Promise<void> {
  const app = express();
  const answering = new Promise<Response>((resolve) => app.use((_request, response) => resolve(response)));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sent = request({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, method });
  // The reader who leaves gets an error.
  sent.on('error', () => undefined);
  try {
    sent.end();
    await test({ response: await answering, leave: () => sent.destroy() });
  } finally {
    sent.destroy();
    server.closeAllConnections();
    server.close();
  }
}
