import { createServer, type ServerResponse } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { Place } from './listening-problem';

/** Seconds to wait before retrying. */
const retryAfter = 5;

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    // The next request should reach the server that listens here by then.
    Connection: 'close',
    ...(status === 503 && { 'Retry-After': retryAfter }),
  });
  response.end(JSON.stringify(body));
}

const server = createServer((request, response) => {
  const path = request.url?.split('?')[0];
  if (path === '/healthz') answer(response, 200, { status: 'ok' });
  else if (path === '/readyz') answer(response, 503, { status: 'migrating' });
  else answer(response, 503, { code: 503, message: 'The service is migrating its database.' });
});

const { port, host } = workerData as Place;
server.listen(port, host, () => parentPort?.postMessage('listening'));
