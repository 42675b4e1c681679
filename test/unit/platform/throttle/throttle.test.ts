import { randomUUID } from 'node:crypto';
import { Database } from '../../../../src/platform/database/database';
import { persistence } from '../../../../src/persistence';
import type { CounterStore } from '../../../../src/platform/throttle/counter';
import { DatabaseCounters } from '../../../../src/platform/throttle/database-counters';
import { RedisCounters } from '../../../../src/platform/throttle/redis-counters';
import { Throttle } from '../../../../src/platform/throttle/throttle';
import { hasMysql, openTestDatabase } from '../../../support/mariadb';
import { findRedis, startRedis } from '../../../support/redis';
import { waitFor } from '../../../support/wait-until';

/** Timeout of Redis in milliseconds. */
const timeout = 1_000;

interface TestStore {
  /** The stores of two processes. */
  stores: [CounterStore, CounterStore];
  close(): Promise<void>;
}

async function databases(url: string): Promise<TestStore> {
  const open = () => Database.open(url, { schema: persistence, poolSize: 4, migrate: true });
  const [one, other] = [await open(), await open()];
  return {
    stores: [new DatabaseCounters(one), new DatabaseCounters(other)],
    close: async () => void (await Promise.all([one.close(), other.close()])),
  };
}

async function onSqlite(): Promise<TestStore> {
  const database = await Database.open('sqlite::memory:', {
    schema: persistence,
    poolSize: 2,
    migrate: true,
  });
  const store = new DatabaseCounters(database);
  return { stores: [store, store], close: () => database.close() };
}

async function onMysql(): Promise<TestStore> {
  const mysql = await openTestDatabase();
  const opened = await databases(mysql.url);
  return {
    ...opened,
    async close() {
      await opened.close();
      await mysql.close();
    },
  };
}

async function onRedis(): Promise<TestStore> {
  const redis = await startRedis();
  const open = () => new RedisCounters(redis.url, timeout, () => undefined);
  const [one, other] = [open(), open()];
  await Promise.all([one.ready(), other.ready()]);
  return {
    stores: [one, other],
    async close() {
      one.close();
      other.close();
      await redis.kill();
    },
  };
}

const kinds = [
  ['SQLite', onSqlite] as const,
  ...(hasMysql ? [['MySQL', onMysql] as const] : []),
  ...(findRedis() ? [['Redis', onRedis] as const] : []),
];

const wrong = new Error('wrong secret');
const fail = () => Promise.reject(wrong);
const succeed = () => Promise.resolve('right');
const hasFailed = (error: unknown): boolean => error === wrong;
const tooMany = { code: 'RATE_LIMITED', status: 429, message: 'Too many attempts' };

describe.each(kinds)('A throttle on %s', (_name, open) => {
  let opened: TestStore;

  beforeAll(async () => {
    opened = await open();
  });

  afterAll(() => opened.close());

  const throttles = (events: number, seconds = 600): [Throttle, Throttle] => {
    const limit = { name: randomUUID().slice(0, 8), events, seconds };
    const [one, other] = opened.stores;
    return [new Throttle(one, limit), new Throttle(other, limit)];
  };

  it('refuses even the correct secret after the allowed failures, in every process', async () => {
    const [one, other] = throttles(2);
    await expect(one.attempt({ of: 'ann' }, fail, hasFailed)).rejects.toBe(wrong);
    await expect(other.attempt({ of: 'ann' }, fail, hasFailed)).rejects.toBe(wrong);
    for (const throttle of [one, other]) {
      const refusal = await throttle
        .attempt({ of: 'ann' }, succeed, hasFailed)
        .catch((error: unknown) => error);
      expect(refusal).toMatchObject(tooMany);
      const { retryAfter } = refusal as { retryAfter: number };
      expect(retryAfter).toBeGreaterThan(0);
      expect(retryAfter).toBeLessThanOrEqual(600);
    }
    await expect(one.attempt({ of: 'bob' }, succeed, hasFailed)).resolves.toBe('right');
  });

  it('starts again after a success', async () => {
    const [throttle] = throttles(2);
    for (let round = 0; round < 3; round += 1) {
      await expect(throttle.attempt({ of: 'ann' }, fail, hasFailed)).rejects.toBe(wrong);
      await expect(throttle.attempt({ of: 'ann' }, succeed, hasFailed)).resolves.toBe('right');
    }
  });

  it('reveals no more to concurrent attempts than to consecutive ones', async () => {
    const [one, other] = throttles(3);
    const tries = Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? one : other).attempt({ of: 'ann' }, fail, hasFailed).catch((error: unknown) => error),
    );
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((error) => error === wrong)).toHaveLength(3);
    // A correct guess under way when the limit was reached is refused too.
    const failing = async () => {
      for (let failure = 0; failure < 3; failure += 1)
        await one.attempt({ of: 'bob' }, fail, hasFailed).catch(() => undefined);
      return 'right';
    };
    await expect(other.attempt({ of: 'bob' }, failing, hasFailed)).rejects.toMatchObject(tooMany);
  });

  it('ignores errors unrelated to the secret', async () => {
    const [throttle] = throttles(1);
    const broken = () => Promise.reject(new Error('The database is away.'));
    await expect(throttle.attempt({ of: 'ann' }, broken, hasFailed)).rejects.toThrow('away');
    await expect(throttle.attempt({ of: 'ann' }, succeed, hasFailed)).resolves.toBe('right');
  });

  it('limits how often something may happen', async () => {
    const [one, other] = throttles(2);
    await one.count({ of: 'ann' });
    await other.count({ of: 'ann' });
    await expect(one.count({ of: 'ann' })).rejects.toMatchObject(tooMany);
    await other.count({ of: 'bob' });
  });

  it('starts again after its time', async () => {
    const [throttle] = throttles(1, 1);
    await throttle.count({ of: 'ann' });
    await expect(throttle.count({ of: 'ann' })).rejects.toMatchObject(tooMany);
    await waitFor('the end of the count', () =>
      throttle.count({ of: 'ann' }).then(
        () => true,
        () => undefined,
      ),
    );
  });

  it('that is off lets everything pass', async () => {
    const [throttle] = throttles(0);
    for (let time = 0; time < 3; time += 1) {
      await throttle.count({ of: 'ann' });
      await expect(throttle.attempt({ of: 'ann' }, fail, hasFailed)).rejects.toBe(wrong);
    }
  });
});

(findRedis() ? describe : describe.skip)('A throttle whose Redis is lost', () => {
  it('counts locally during an outage, and logs that once', async () => {
    const redis = await startRedis();
    let told = 0;
    const store = new RedisCounters(redis.url, timeout, () => (told += 1));
    await store.ready();
    const throttle = new Throttle(store, { name: 'guesses', events: 2, seconds: 600 });
    await redis.kill();
    await waitFor('the loss of Redis', () => told > 0 || undefined);
    for (let failure = 0; failure < 2; failure += 1)
      await expect(throttle.attempt({ of: 'ann' }, fail, hasFailed)).rejects.toBe(wrong);
    await expect(throttle.attempt({ of: 'ann' }, succeed, hasFailed)).rejects.toMatchObject(tooMany);
    expect(told).toBe(1);
    store.close();
  });
});
