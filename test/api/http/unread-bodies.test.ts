import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { newAccount, type TestAccount } from '../../support/accounts';
import { startOwnApp, type OwnApp } from '../../support/own-app';
import { rawRequest } from '../../support/raw-http';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const megabyte = 1024 * 1024;
const chunked = { 'Transfer-Encoding': 'chunked' };
const md5 = (body: Buffer): string => `MD5=${createHash('md5').update(body).digest('base64')}`;

let me: TestAccount;
beforeAll(async () => (me = await newAccount(server)));

describe('the connection of a request whose body is not read to its end', () => {
  const brokenLog = Buffer.concat([Buffer.from('{'), Buffer.alloc(2 * megabyte, ' ')]);
  const logHeaders = {
    'Content-Type': 'application/json',
    'X-Logs-Start-At-Time': '2024-01-01T00:00:00Z',
    'X-Logs-End-At-Time': '2024-01-02T00:00:00Z',
    Digest: md5(brokenLog),
  };
  const tooMuch = Buffer.alloc(103 * megabyte, 'x');
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

  it.each<
    [
      what: string,
      status: number,
      path: string,
      body: Buffer,
      headers: Record<string, string>,
      method?: string,
    ]
  >([
    ['a device log that is no list', 400, '/v1/users/@me/device_logs', brokenLog, logHeaders],
    [
      'a device log of unknown length that is no list',
      400,
      '/v1/users/@me/device_logs',
      brokenLog,
      { ...logHeaders, ...chunked },
    ],
    [
      'a blob that is too large',
      413,
      '/v1/users/@me/blobs',
      tooMuch,
      { 'Content-Type': 'text/plain', ...chunked },
    ],
    [
      'a blob that tells that it is too large',
      413,
      '/v1/users/@me/blobs',
      tooMuch,
      { 'Content-Type': 'text/plain' },
    ],
    ['a blob without a type', 400, '/v1/users/@me/blobs', Buffer.alloc(2 * megabyte, 'x'), chunked],
    ["another account's blob", 403, '/v1/users/@other/blobs', Buffer.alloc(2 * megabyte, 'x'), chunked],
    [
      'content of a blob that there is not',
      404,
      `/v1/blobs/${'f'.repeat(32)}/content`,
      Buffer.alloc(2 * megabyte, 'x'),
      { 'Content-Type': 'text/plain', ...chunked },
      'PUT',
    ],
    ['records for another account', 403, '/data/@other', Buffer.alloc(2 * megabyte, ' '), chunked],
    [
      'metadata that are too large',
      413,
      '/metadata/@me/profile',
      Buffer.alloc(9 * megabyte, ' '),
      chunked,
      'PUT',
    ],
    [
      'a form of the token service that is too large',
      413,
      '/realms/qa1/protocol/openid-connect/token',
      Buffer.alloc(2 * megabyte, 'x'),
      { ...form, ...chunked },
    ],
    [
      'a query of the graph that is too large',
      413,
      '/graphql',
      Buffer.alloc(9 * megabyte, ' '),
      { 'Content-Type': 'application/json', ...chunked },
    ],
    ['a body where none is read', 404, '/nothing', Buffer.alloc(2 * megabyte, 'x'), chunked],
  ])('can be used for the next one: %s', async (_what, status, path, body, headers, method = 'POST') => {
    const other = await newAccount(server);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const address = path.replace('@me', me.userId).replace('@other', other.userId);
      const refused = await rawRequest(server.url, address, {
        method,
        body,
        agent,
        headers: { 'X-Tidepool-Session-Token': me.token, ...headers },
      });
      expect(refused.status).toBe(status);
      const next = await rawRequest(server.url, '/v1/time', { agent });
      expect([next.status, next.localPort]).toEqual([200, refused.localPort]);
    } finally {
      agent.destroy();
    }
  });
});

/** Everything received on a connection until the server closes it. */
async function untilClosed(socket: Socket): Promise<string> {
  let received = '';
  socket.on('data', (bytes) => (received += String(bytes)));
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return received;
}

const open = ({ server: { url } }: OwnApp): Socket => {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname);
};

/** The beginning of a request that never completes. */
const beginning = (path: string, headers: string[] = []): string =>
  [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Length: 1000', ...headers, '', '{'].join('\r\n');

describe('a body that does not arrive', () => {
  let own: OwnApp;
  beforeAll(async () => (own = await startOwnApp({ BODY_TIMEOUT: '1' })));
  afterAll(() => own.close());

  it.each([
    ['a route that reads it', '/auth/user', []],
    ['the graph', '/graphql', ['Content-Type: application/json']],
    [
      'the token service',
      '/realms/qa1/protocol/openid-connect/token',
      ['Content-Type: application/x-www-form-urlencoded'],
    ],
  ])('is answered by %s with 408, and the connection is closed', async (_what, path, headers) => {
    const socket = open(own);
    socket.write(beginning(path, headers));
    const answer = await untilClosed(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/"code":408/);
  });

  it('does not occupy a connection whose request is already answered', async () => {
    const socket = open(own);
    socket.write(beginning('/nothing'));
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe('a client address', () => {
  it('has a limited number of open connections', async () => {
    const own = await startOwnApp({ CONNECTIONS_PER_ADDRESS: '3' });
    try {
      const sockets = [open(own), open(own), open(own)];
      await Promise.all(sockets.map((socket) => once(socket, 'connect')));
      const refused = await untilClosed(open(own));
      expect(refused).toMatch(
        /^HTTP\/1\.1 429 .*\r\nRetry-After: 5\r\n.*Access-Control-Allow-Origin: \*\r\n/s,
      );
      expect(JSON.parse(refused.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 429 });
      const [first] = sockets;
      const request = 'GET /v1/time HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
      first?.write(request);
      expect(await untilClosed(first as Socket)).toMatch(/^HTTP\/1\.1 200 /);
      const next = open(own);
      next.write(request);
      expect(await untilClosed(next)).toMatch(/^HTTP\/1\.1 200 /);
      for (const socket of sockets) socket.destroy();
    } finally {
      await own.close();
    }
  });

  it('behind a trusted proxy has a limited number of running requests', async () => {
    const own = await startOwnApp({ CONNECTIONS_PER_ADDRESS: '2', TRUST_PROXY: '1' });
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    const time = async (address: string) =>
      (await rawRequest(own.server.url, '/v1/time', { headers: from(address) })).status;
    try {
      const sockets = [open(own), open(own)];
      for (const socket of sockets)
        socket.write(beginning('/auth/user', ['Expect: 100-continue', 'X-Forwarded-For: 10.0.0.1']));
      // The server has accepted both when it asks for their bodies.
      await Promise.all(sockets.map((socket) => once(socket, 'data')));
      expect(await time('10.0.0.1')).toBe(429);
      expect(await time('10.0.0.2')).toBe(200);
      for (const socket of sockets) socket.destroy();
    } finally {
      await own.close();
    }
  });
});
