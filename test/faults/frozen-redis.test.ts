import { logIn, newAccount, type TestAccount } from '../support/accounts';
import { api } from '../support/api';
import { findRedis, startRedis, type TestRedis } from '../support/redis';
import { startServer, type RunningServer } from '../support/server-process';
import { openGate, throughGate, type TcpGate } from '../support/tcp-gate';
import { waitFor } from '../support/wait-until';

const attempts = 3;

const newServer = (url: string) => startServer({ REDIS_URL: url, LOGIN_ATTEMPTS: String(attempts) });

const waitForRedis = (server: RunningServer, state: string) =>
  waitFor(`Redis to be ${state}`, async () => {
    const { body } = await api(server).get('/readyz');
    return body.checks.redis.state === state ? true : undefined;
  });

/** Activity of clients that are unaware of Redis: all requests are answered, and guessing is still throttled. */
async function expectWork(server: RunningServer, me: TestAccount) {
  const { email, password, token, userId } = me;
  const { get, put, graph } = api(server);
  const logIns = await Promise.all(Array.from({ length: 8 }, () => logIn(server, email, password)));
  expect(logIns.map(({ status }) => status)).toEqual(logIns.map(() => 200));
  const statuses = [
    await put(`/metadata/${userId}/profile`, { token, body: { fullName: 'Ann' } }),
    await get(`/metadata/${userId}/profile`, { token }),
    await graph('{ me { id } }', { token }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200]);
  const guesses = [];
  for (let count = 0; count <= attempts; count += 1)
    guesses.push((await logIn(server, email, 'wrong password')).status);
  expect(guesses).toEqual([401, 401, 401, 429]);
}

// The test times out if there is no response.
(findRedis() ? describe : describe.skip)('a Redis that does not answer any more', () => {
  let redis: TestRedis;
  let gate: TcpGate;

  beforeAll(async () => {
    redis = await startRedis();
    gate = await openGate(Number(new URL(redis.url).port));
  });
  afterAll(async () => {
    await gate.close();
    redis.thaw();
    await redis.kill();
  });

  const faults: [string, () => void, () => void][] = [
    ['hangs', () => redis.freeze(), () => redis.thaw()],
    ['is behind a network that hangs', () => gate.stall(), () => gate.open()],
  ];

  it.each(faults)('because it %s does not affect requests', async (_how, begin, end) => {
    const server = await newServer(throughGate(redis.url, gate));
    const me = await newAccount(server);
    await waitForRedis(server, 'ok');
    begin();
    try {
      await expectWork(server, me);
      await waitForRedis(server, 'failing');
      // Nothing is left that would keep the process from stopping or starting.
      await server.stop();
      await server.start();
      const other = await newAccount(server);
      expect((await logIn(server, other.email, other.password)).status).toBe(200);
      expect((await api(server).get('/auth/user', { token: me.token })).status).toBe(200);
    } finally {
      end();
    }
    await waitForRedis(server, 'ok');
    await server.close();
  });
});
