import { once } from 'node:events';
import { WebSocket, type ClientOptions } from 'ws';
import type { Json } from './api';
import type { ServerUnderTest } from './server';

interface RawOptions {
  path?: string;
  protocol?: string;
  headers?: ClientOptions['headers'];
}

/** A WebSocket that sends anything, valid or not. */
export interface RawWebSocket {
  send(message: unknown): void;
  /** The next message of the server. */
  next(): Promise<Json>;
  /** How the server closed the connection. */
  closed: Promise<{ code: number; reason: string }>;
  close(): void;
}

/** Opens a WebSocket. Throws when the server refuses. */
export async function openRawWebSocket(
  { url }: ServerUnderTest,
  { path = '/graphql', protocol = 'graphql-transport-ws', headers }: RawOptions = {},
): Promise<RawWebSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, protocol, { headers });
  const messages: Json[] = [];
  let wake: () => void = () => undefined;
  socket.on('message', (data: Buffer) => {
    messages.push(JSON.parse(data.toString()));
    wake();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
  );
  await once(socket, 'open');
  return {
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    async next() {
      while (messages.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return messages.shift();
    },
    closed,
    close: () => socket.terminate(),
  };
}

/** Opens a WebSocket and authenticates. Returns it once the server has accepted. */
export async function openAcknowledged(server: ServerUnderTest, payload: object): Promise<RawWebSocket> {
  const socket = await openRawWebSocket(server);
  socket.send({ type: 'connection_init', payload });
  await socket.next();
  return socket;
}
