import cors from 'cors';
import { createServer, type ServerResponse } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { allowOrigins } from './cors';
import type { DoorData } from './starting-door';

/** Seconds to wait before retrying. */
const retryAfter = 5;

const { place, settings } = workerData as DoorData;

const allowForApi = allowOrigins(settings);

/**
 * The origins of clients are not known yet, and there are no cookies to protect. Browsers must not remember a
 * preflight, because the token service allows fewer origins once it runs.
 */
const allowForTokenService = cors({ origin: true, credentials: true, maxAge: 0 });

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    ...(status === 503 && { 'Retry-After': retryAfter }),
  });
  response.end(JSON.stringify(body));
}

const server = createServer((request, response) => {
  // The next request should reach the server that listens here by then.
  response.setHeader('Connection', 'close');
  const [path = ''] = (request.url ?? '').split('?');
  const allow = path.startsWith('/realms/') ? allowForTokenService : allowForApi;
  allow(Object.assign(request, { path }), response, () => {
    if (path === '/healthz') answer(response, 200, { status: 'ok' });
    else if (path === '/readyz') answer(response, 503, { status: 'migrating' });
    else answer(response, 503, { code: 503, message: 'The service is migrating its database.' });
  });
});

const { port, host } = place;
server.listen(port, host, () => parentPort?.postMessage('listening'));
