import { connect } from 'node:net';
import { newAccount } from '../support/accounts';
import { api, type Json } from '../support/api';
import { startServer } from '../support/server-process';
import { waitFor } from '../support/wait-until';

it('missing settings leave no stack trace in the log', async () => {
  const server = await startServer();
  const logAtStart = server.logs();
  const { token } = await newAccount(server);
  for (const path of [
    '/v1/attestations/verifications',
    '/v1/assertions/verifications',
    '/v1/xealth/preorder',
  ])
    expect([path, (await api(server).post(path, { token, body: {} })).status]).toEqual([path, 501]);
  expect(server.logs()).toBe(logAtStart);
});

it('an interrupted body leaves no stack trace in the log', async () => {
  const server = await startServer({ LOG_LEVEL: 'info' });
  const me = await newAccount(server);
  const { hostname, port } = new URL(server.url);
  const paths = [
    'POST /auth/user',
    `PUT /metadata/${me.userId}/profile`,
    `POST /data/${me.userId}`,
    `POST /v1/users/${me.userId}/blobs`,
    'POST /graphql',
    'POST /realms/qa1/protocol/openid-connect/token',
  ];
  for (const path of paths) {
    const type = path.includes('realms') ? 'application/x-www-form-urlencoded' : 'application/json';
    const socket = connect(Number(port), hostname);
    socket.write(
      [
        `${path} HTTP/1.1`,
        'Host: x',
        `X-Tidepool-Session-Token: ${me.token}`,
        `X-Tidepool-Trace-Session: broken`,
        `Content-Type: ${type}`,
        'Content-Length: 1000',
        'Expect: 100-continue',
        '',
        '{"a":',
      ].join('\r\n'),
    );
    // The server has accepted the request when it asks for the body.
    socket.once('data', () => socket.destroy());
  }
  const lines = (): Json[] =>
    server
      .logs()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
  await waitFor('the end of all requests', () =>
    lines().filter(({ msg, complete }) => msg === 'request' && complete === false).length >= paths.length
      ? true
      : undefined,
  );
  expect((await api(server).get('/healthz')).status).toBe(200);
  // Log lines about settings at start-up do not belong to requests.
  expect(lines().filter(({ level, setting }) => setting === undefined && level > 30)).toEqual([]);
});
