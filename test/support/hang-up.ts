import { once } from 'node:events';
import { connect } from 'node:net';
import { tokenHeader, type CallOptions } from './api';
import type { ServerUnderTest } from './server';

/**
 * More than lies between two processes of one machine. JSON may begin with blanks: once so many of them are taken, the
 * server is reading the body.
 */
const blanks = Buffer.alloc(16 * 1024 * 1024, ' ');

/**
 * Sends a request and hangs up with its last byte, while the server is reading its body. Returns whether the answer was
 * lost: on a busy machine it may have been quicker than the end of the connection.
 */
export async function hangUp(
  { url }: Pick<ServerUnderTest, 'url'>,
  path: string,
  { token = '', body }: CallOptions,
): Promise<boolean> {
  const { host, hostname, port } = new URL(url);
  const bytes = Buffer.from(JSON.stringify(body));
  const length = blanks.length + bytes.length;
  const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${tokenHeader}: ${token}\r\nContent-Length: ${length}\r\n\r\n`;
  const socket = connect(Number(port), hostname);
  let isAnswered = false;
  socket.on('data', () => (isAnswered = true));
  const gone = once(socket, 'close');
  socket.write(head);
  await new Promise((resolve) => socket.write(blanks, resolve));
  socket.end(bytes);
  await gone;
  return !isAnswered;
}
