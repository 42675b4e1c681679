import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { api } from '../support/api';
import { newPerson } from '../support/person';
import { food } from '../support/records';
import { loadDuring } from '../support/server-load';
import { startServer, type RunningServer } from '../support/server-process';

const mebibyte = 1024 * 1024;
const sent = Buffer.alloc(31 * mebibyte, ' ');
const rest = '[]'.padStart(mebibyte / 2);

/** Sends most of an upload, and waits until the server has taken it from the connection. */
async function stall(server: RunningServer, path: string, token: string): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    `X-Tidepool-Session-Token: ${token}`,
    'Connection: close',
    `Content-Length: ${sent.length + rest.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  if (!socket.write(sent)) await once(socket, 'drain');
  return socket;
}

it('bodies that arrive and stall do not fill the memory together, nor keep out others', async () => {
  const server = await startServer();
  const sender = await newPerson(server);
  const path = `/v1/data_sets/${await sender.openedContinuous()}/data`;
  const { result: stalled, peakMemory } = await loadDuring(server, async () => {
    const sockets: Socket[] = [];
    for (let count = 0; count < 40; count += 1) sockets.push(await stall(server, path, sender.token));
    return sockets;
  });
  expect(peakMemory).toBeLessThan(900);

  const other = await newPerson(server);
  const open = `/v1/data_sets/${await other.openedContinuous()}/data`;
  const raw = Buffer.from(`[${JSON.stringify(food())}]${' '.repeat(2 * mebibyte)}`);
  expect((await api(server).post(open, { token: other.token, raw })).status).toBe(200);

  const [oldest, newest] = [stalled[0], stalled.at(-1)] as [Socket, Socket];
  oldest.write(rest);
  expect(await text(oldest)).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: /i);
  newest.write(rest);
  expect(await text(newest)).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of stalled) socket.destroy();
  await server.close();
});
