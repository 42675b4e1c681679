import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from './api';

/** A request to a webhook. */
export interface Hook {
  headers: IncomingHttpHeaders;
  /** The raw body. */
  text: string;
  body: Json;
}

/** A server that receives webhook requests. */
export interface WebhookSink {
  url: string;
  hooks: Hook[];
  /** Sets the status of each response; 0 for none. 204 by default. */
  answerWith(choose: (hook: Hook) => number | Promise<number>): void;
  close(): Promise<void>;
}

/** Opens a webhook on a free port of the loopback interface. */
export async function openWebhookSink(): Promise<WebhookSink> {
  const hooks: Hook[] = [];
  let choose: (hook: Hook) => number | Promise<number> = () => 204;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString();
      const hook = { headers: request.headers, text, body: JSON.parse(text) };
      hooks.push(hook);
      void Promise.resolve(choose(hook)).then((status) => {
        if (status !== 0) response.writeHead(status).end();
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    hooks,
    answerWith: (chooser) => {
      choose = chooser;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
