import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between readiness checks of a process. */
const interval = 50;

/** A load balancer in front of some processes. */
export interface RoundRobin {
  url: string;
  /** Requests that a process accepted, or refused to accept, without responding. */
  failures: string[];
  /** Resolves once the process at an address counts as ready, or no longer does. */
  isReady(url: string): boolean;
  close(): Promise<void>;
}

/**
 * Sends each request to the next process that reported ready at its last check. It never retries, so that errors of
 * processes stay visible. Keeps connections open, as load balancers do.
 */
export async function startRoundRobin(urls: readonly string[]): Promise<RoundRobin> {
  const ready = new Set(urls);
  const failures: string[] = [];
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  let isClosed = false;

  const watch = async (url: string) => {
    while (!isClosed) {
      const { status } = await fetch(`${url}/readyz`).catch(() => ({ status: 0 }));
      if (status === 200) ready.add(url);
      else ready.delete(url);
      await pause(interval);
    }
  };
  const watching = urls.map(watch);

  const server = createServer((incoming, answer) => {
    const choice = [...ready];
    const url = choice[(turn += 1) % choice.length];
    if (url === undefined) return void answer.writeHead(503).end();
    const { hostname, port } = new URL(url);
    const { method, url: path, headers } = incoming;
    const fail = (error: Error) => {
      failures.push(`${method} ${path} at ${url}: ${error.message}`);
      answer.writeHead(502).end();
    };
    const outgoing = request(
      { hostname, port, method, path, headers, agent },
      (response: IncomingMessage) => {
        response.once('error', fail);
        answer.writeHead(response.statusCode ?? 502);
        response.pipe(answer);
      },
    );
    outgoing.once('error', fail);
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    isReady: (url) => ready.has(url),
    async close() {
      isClosed = true;
      await Promise.all(watching);
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
