import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { tokenHeader, type CallOptions } from './api';
import type { ServerUnderTest } from './server';

type Address = Pick<ServerUnderTest, 'url'>;

/**
 * More than lies between two processes of one machine. JSON may begin with blanks: once so many of them are taken, the
 * server is reading the body.
 */
const blanks = Buffer.alloc(16 * 1024 * 1024, ' ');

const connectTo = ({ url }: Address): Socket => {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname);
};

/** A request as it goes over the wire, up to its body. */
function headOf(
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

/**
 * Sends a request and hangs up with its last byte, while the server is reading its body. Returns whether the answer was
 * lost: on a busy machine it may have been quicker than the end of the connection.
 */
export async function hangUp(server: Address, path: string, options: CallOptions): Promise<boolean> {
  const bytes = Buffer.from(JSON.stringify(options.body));
  const socket = connectTo(server);
  let isAnswered = false;
  socket.on('data', () => (isAnswered = true));
  const gone = once(socket, 'close');
  socket.write(headOf(server, 'POST', path, options, blanks.length + bytes.length));
  await new Promise((resolve) => socket.write(blanks, resolve));
  socket.end(bytes);
  await gone;
  return !isAnswered;
}

/** How a sender parts from the server once its answer begins to arrive: the first is what a broken network looks like. */
const partings = {
  reset: (socket: Socket) => socket.resetAndDestroy(),
  close: (socket: Socket) => socket.end(),
};

/** Sends a request, and leaves the connection as soon as the answer is on its way. Returns the first line of the answer. */
export async function leaveAtAnswer(
  server: Address,
  path: string,
  options: CallOptions & { raw: string },
  parting: keyof typeof partings = 'reset',
): Promise<string> {
  const socket = connectTo(server);
  const bytes = Buffer.from(options.raw);
  socket.write(Buffer.concat([Buffer.from(headOf(server, 'POST', path, options, bytes.length)), bytes]));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  const gone = once(socket, 'close');
  partings[parting](socket);
  await gone;
  return String(answer).split('\r\n')[0] ?? '';
}

/** What somebody may read. */
export interface Readable {
  path: string;
  token: string;
}

/**
 * Sends a request behind another one whose answer nobody takes, so that its own answer cannot leave the server, however
 * long it waits.
 *
 * @param stuck has more bytes than lie between two processes
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
  const first = headOf(server, 'GET', stuck.path, { token: stuck.token });
  const second = headOf(server, 'POST', path, options, bytes.length);
  socket.write(Buffer.concat([Buffer.from(first + second), bytes]));
}
