import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { api } from '../support/api';
import { newPerson } from '../support/person';
import { food } from '../support/records';
import { loadDuring } from '../support/server-load';
import { startServer, type RunningServer } from '../support/server-process';

const mebibyte = 1024 * 1024;
const sent = Buffer.alloc(31 * mebibyte, ' ');
const rest = '[]'.padStart(mebibyte / 2);

/** Begins a request whose body has a length. */
function open(
  server: RunningServer,
  path: string,
  { token, length }: { token: string; length: number },
): Socket {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    `X-Tidepool-Session-Token: ${token}`,
    'Content-Type: application/json',
    'Connection: close',
    `Content-Length: ${length}`,
  ];
  // Some are refused while they send.
  socket.on('error', () => undefined);
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return socket;
}

/** Sends a part of a body, and waits until the server has taken it from the connection, or has refused it. */
async function send(socket: Socket, part: Buffer): Promise<void> {
  if (!socket.write(part)) await once(socket, 'drain').catch(() => undefined);
}

/** Sends the rest; returns the answer, which may have arrived before, so that sending fails. */
async function readRefusal(socket: Socket): Promise<string> {
  let received = '';
  socket.on('data', (part: Buffer) => (received += part.toString()));
  socket.write(rest);
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return received;
}

/** Sends most of an upload. */
async function stall(server: RunningServer, path: string, token: string): Promise<Socket> {
  const socket = open(server, path, { token, length: sent.length + rest.length });
  await send(socket, sent);
  return socket;
}

/** Sends most of a small upload; returns a function that sends the rest, and returns the answer. */
async function beginUpload(server: RunningServer): Promise<() => Promise<string>> {
  const sender = await newPerson(server);
  const path = `/v1/data_sets/${await sender.openedContinuous()}/data`;
  const body = Buffer.from(`[${JSON.stringify(food())}]`.padStart(300 * 1024));
  const socket = open(server, path, { token: sender.token, length: body.length });
  const most = 200 * 1024;
  await send(socket, body.subarray(0, most));
  return () => {
    socket.write(body.subarray(most));
    return text(socket);
  };
}

it('bodies that arrive and stall do not fill the memory together, nor keep out others', async () => {
  const server = await startServer();
  const sender = await newPerson(server);
  const path = `/v1/data_sets/${await sender.openedContinuous()}/data`;
  // Phones that are slow, and so older than all others.
  const begun = await Promise.all(Array.from({ length: 6 }, () => beginUpload(server)));
  const { result: stalled, peakMemory } = await loadDuring(server, async () => {
    const sockets: Socket[] = [];
    for (let count = 0; count < 40; count += 1) sockets.push(await stall(server, path, sender.token));
    return sockets;
  });
  expect(peakMemory).toBeLessThan(900);

  const answers = await Promise.all(begun.map((end) => end()));
  expect(answers.map((answer) => answer.slice(0, 12))).toEqual(Array(6).fill('HTTP/1.1 200'));

  const other = await newPerson(server);
  const own = `/v1/data_sets/${await other.openedContinuous()}/data`;
  const raw = Buffer.from(`[${JSON.stringify(food())}]${' '.repeat(2 * mebibyte)}`);
  expect((await api(server).post(own, { token: other.token, raw })).status).toBe(200);

  const [oldest, newest] = [stalled[0], stalled.at(-1)] as [Socket, Socket];
  expect(await readRefusal(oldest)).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: /i);
  newest.write(rest);
  expect(await text(newest)).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of stalled) socket.destroy();
  await server.close();
});

it('compressed bodies do not fill the memory together', async () => {
  const server = await startServer();
  const sender = await newPerson(server);
  const path = `/v1/data_sets/${await sender.openedContinuous()}/data`;
  const raw = gzipSync(Buffer.concat([sent, Buffer.from('no JSON')]));
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
  const upload = () => api(server).post(path, { token: sender.token, raw, headers });
  const { result, peakMemory } = await loadDuring(server, () =>
    Promise.all(Array.from({ length: 24 }, upload)),
  );
  expect(peakMemory).toBeLessThan(800);
  const statuses = result.map(({ status }) => status);
  expect(statuses).toContain(400);
  expect(statuses.filter((status) => status !== 400 && status !== 503)).toEqual([]);
  await server.close();
});

it('queries that arrive and stall do not fill the memory together', async () => {
  const server = await startServer();
  const { token } = await newPerson(server);
  const query = Buffer.from(JSON.stringify({ query: '{ me { id } }' }).padStart(1.9 * mebibyte));
  const { result: stalled, peakMemory } = await loadDuring(server, async () => {
    const sockets: Socket[] = [];
    for (let count = 0; count < 150; count += 1) {
      const socket = open(server, '/graphql', { token, length: query.length });
      await send(socket, query.subarray(1));
      sockets.push(socket);
    }
    return sockets;
  });
  expect(peakMemory).toBeLessThan(400);
  const newest = stalled.at(-1) as Socket;
  newest.write(query.subarray(0, 1));
  expect(await text(newest)).toMatch(/^HTTP\/1\.1 (200|400) /);
  for (const socket of stalled) socket.destroy();
  await server.close();
});
