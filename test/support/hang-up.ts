import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { tokenHeader, type CallOptions } from './api';
import type { ServerUnderTest } from './server';

type Address = Pick<ServerUnderTest, 'url'>;

/**
 * More bytes than fit between two processes on one machine. JSON may begin with spaces: once so many are accepted, the
 * server is reading the body.
 */
const blanks = Buffer.alloc(16 * 1024 * 1024, ' ');

const connectTo = ({ url }: Address): Socket => {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname);
};

/** A request on the wire, up to its body. */
function formatHead(
  { url }: Address,
  method: string,
  path: string,
  { token = '', headers = {} }: CallOptions,
  length = 0,
): string {
  const all = { Host: new URL(url).host, [tokenHeader]: token, 'Content-Length': length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

/** Starts a request; resolves when the server is reading its body, with a function that ends it. */
async function begin(server: Address, path: string, options: CallOptions) {
  const bytes = Buffer.from(JSON.stringify(options.body));
  const socket = connectTo(server);
  socket.write(formatHead(server, 'POST', path, options, blanks.length + bytes.length));
  await new Promise((resolve) => socket.write(blanks, resolve));
  return { socket, bytes };
}

/**
 * Sends a request and disconnects with its last byte, while the server is reading its body. Returns whether the
 * response was lost: on a busy machine it may have been faster than the disconnect.
 */
export async function hangUp(server: Address, path: string, options: CallOptions): Promise<boolean> {
  const { socket, bytes } = await begin(server, path, options);
  let isAnswered = false;
  socket.on('data', () => (isAnswered = true));
  const gone = once(socket, 'close');
  socket.end(bytes);
  await gone;
  return !isAnswered;
}

/** Sends a request, and does something else while the server is reading its body. Returns the response. */
export async function sendWhile(
  server: Address,
  path: string,
  options: CallOptions,
  meanwhile: () => Promise<unknown>,
): Promise<string> {
  const { socket, bytes } = await begin(server, path, options);
  await meanwhile();
  const answer = answersOn(socket, 1);
  socket.write(bytes);
  const [firstLine = ''] = (await answer).split('\r\n');
  socket.end();
  return firstLine;
}

/** Resolves when a number of responses have begun to arrive. */
function answersOn(socket: Socket, count: number): Promise<string> {
  let received = '';
  return new Promise((resolve) => {
    socket.on('data', (bytes) => {
      received += String(bytes);
      if (received.split('HTTP/1.1 ').length > count) resolve(received);
    });
  });
}

/** How a client leaves once its response begins to arrive. */
const partings = {
  /** Like a broken network. */
  reset: (socket: Socket) => void socket.resetAndDestroy(),
  close: (socket: Socket) => void socket.end(),
  /** Uses the connection again first. */
  useAndReset: async (socket: Socket, server: Address) => {
    const next = answersOn(socket, 1);
    socket.write(formatHead(server, 'GET', '/v1/time', {}));
    await next;
    socket.resetAndDestroy();
  },
};

/** Sends a request, and leaves the connection when the response is on its way. Returns the response. */
export async function leaveAtAnswer(
  server: Address,
  path: string,
  options: CallOptions & { raw: string },
  parting: keyof typeof partings = 'reset',
): Promise<string> {
  const socket = connectTo(server);
  const bytes = Buffer.from(options.raw);
  const answer = answersOn(socket, 1);
  socket.write(Buffer.concat([Buffer.from(formatHead(server, 'POST', path, options, bytes.length)), bytes]));
  const received = await answer;
  const gone = once(socket, 'close');
  await partings[parting](socket, server);
  await gone;
  return received;
}

/** A readable resource. */
export interface Readable {
  path: string;
  token: string;
}

/**
 * Sends a request after another one whose response is not read, so that its own response cannot leave the server.
 *
 * @param stuck has more bytes than fit between two processes
 */
export function sendBehind(
  server: Address,
  stuck: Readable,
  path: string,
  options: CallOptions & { raw: string },
): void {
  const socket = connectTo(server).pause();
  socket.on('error', () => undefined);
  const bytes = Buffer.from(options.raw);
  const first = formatHead(server, 'GET', stuck.path, { token: stuck.token });
  const second = formatHead(server, 'POST', path, options, bytes.length);
  socket.write(Buffer.concat([Buffer.from(first + second), bytes]));
}
