import { Redis } from 'ioredis';
import { logIn, newAccount } from '../support/accounts';
import { api } from '../support/api';
import { findRedis, startRedis } from '../support/redis';
import { startServer } from '../support/server-process';
import { openGate, throughGate } from '../support/tcp-gate';
import { inTime, waitFor } from '../support/wait-until';

/** Milliseconds, longer than the test. */
const longPause = 600_000;

(findRedis() ? it : it.skip)(
  'a request that Redis was asked for is answered when the connection breaks, and Redis does not come back',
  async () => {
    const redis = await startRedis();
    const gate = await openGate(Number(new URL(redis.url).port));
    const beside = new Redis(redis.url);
    try {
      const server = await startServer({ REDIS_URL: throughGate(redis.url, gate) });
      const { email } = await newAccount(server);
      await beside.client('PAUSE', longPause, 'WRITE');
      const answer = logIn(server, email, 'a wrong one');
      await waitFor('a command that Redis keeps', async () =>
        /blocked_clients:[1-9]/.test(await beside.info('clients')) ? true : undefined,
      );
      gate.shut();
      expect((await inTime('the answer', answer)).status).toBe(401);
    } finally {
      beside.disconnect();
      await gate.close();
      await redis.kill();
    }
  },
);

(findRedis() ? it : it.skip).each<[what: string, setting: string, value: string, normally: string]>([
  ['is full', 'maxmemory', '1', '0'],
  ['has lost its replicas', 'min-replicas-to-write', '1', '0'],
])('a Redis that %s delays nobody, and /readyz says that it takes no writes', async (_what, ...setting) => {
  const [name, value, normally] = setting;
  const redis = await startRedis();
  const beside = new Redis(redis.url);
  try {
    const server = await startServer({ REDIS_URL: redis.url });
    const { email, password } = await newAccount(server);
    const findState = async () => (await api(server).get('/readyz')).body.checks.redis;
    await beside.config('SET', name, value);
    const failing = { state: 'failing', required: false, reason: 'takes no writes' };
    const isFailing = async () => ((await findState()).state === 'failing' ? true : undefined);
    await waitFor('/readyz to say so', isFailing);
    expect(await findState()).toEqual(failing);
    expect((await logIn(server, email, 'a wrong one')).status).toBe(401);
    expect((await logIn(server, email, password)).status).toBe(200);
    await beside.config('SET', name, normally);
    await waitFor('it to take writes', async () => ((await findState()).state === 'ok' ? true : undefined));
  } finally {
    beside.disconnect();
    await redis.kill();
  }
});
