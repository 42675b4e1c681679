import { Redis } from 'ioredis';
import { logIn, newAccount } from '../support/accounts';
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
