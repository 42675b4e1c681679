import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

type ConnectionListener = (this: Server, socket: Duplex) => void;

/** How Node.js itself begins to read a connection, by server. */
const readers = new WeakMap<Server, ConnectionListener>();

/** Lets connections of a new server be read again, before anybody else listens for them. */
export function rememberReader(server: Server): void {
  const [reader] = server.listeners('connection') as ConnectionListener[];
  if (reader) readers.set(server, reader);
}

type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Passes WebSocket upgrades to `accept`. */
export function listenForWebSockets(server: Server, accept: UpgradeHandler): void {
  server.on('upgrade', (request, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() === 'websocket') accept(request, socket, head);
    else readAgain(server, request, socket, head);
  });
}

/**
 * A server may ignore an upgrade to a protocol that it does not support and answer with HTTP (RFC 9110, 7.8). Some
 * clients offer HTTP/2 with each request, but Node passes every upgrade to its listener. So the request is pushed
 * back as if it had come without one. Only Node.js begins to read anew: all others know the connection, and would listen for its
 * end once more.
 */
function readAgain(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  const headers = names.flatMap((name, index) =>
    ['upgrade', 'connection', 'http2-settings'].includes(name.toLowerCase())
      ? []
      : [`${name}: ${rawHeaders[2 * index + 1]}`],
  );
  const lines = [`${method} ${url} HTTP/${httpVersion}`, ...headers, '', ''];
  socket.unshift(Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), head]));
  readers.get(server)?.call(server, socket);
}

/** Answers a WebSocket upgrade, or an unread request, with an HTTP status such as `404 Not Found`. */
export function refuseUpgrade(
  socket: Duplex,
  status: string,
  { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string } = {},
): void {
  socket.on('error', () => undefined);
  const all = { Connection: 'close', 'Content-Length': Buffer.byteLength(body), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'), () => socket.destroy());
}
