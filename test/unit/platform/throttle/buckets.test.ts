import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { RedisConnection } from '../../../../src/platform/redis/redis-connection';
import { MemoryBuckets, type Bucket } from '../../../../src/platform/throttle/buckets';
import { RedisBuckets } from '../../../../src/platform/throttle/redis-buckets';
import { findRedis, startRedis } from '../../../support/redis';

const minute: Bucket = { name: 'minute', capacity: 100, seconds: 60 };
const own = () => [{ bucket: minute, key: randomUUID() }];

describe('Buckets of one process', () => {
  beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2026, 5, 1) }));
  afterEach(() => jest.useRealTimers());

  it('take what is left, and say when there is enough again', async () => {
    const buckets = new MemoryBuckets();
    const key = own();
    expect(await buckets.take(key, 70)).toMatchObject({ wait: 0, levels: [{ remaining: 30 }] });
    expect(await buckets.take(key, 40)).toMatchObject({ wait: 6_000, levels: [{ remaining: 30 }] });
    jest.setSystemTime(Date.now() + 6_000);
    expect(await buckets.take(key, 40)).toMatchObject({ wait: 0, levels: [{ remaining: 0 }] });
  });

  it('stay empty after a charge of all that they hold', async () => {
    const buckets = new MemoryBuckets();
    const key = own();
    await buckets.take(key, 33.3);
    await buckets.take(key, 66.7);
    expect((await buckets.take(key, 1)).wait).toBeGreaterThan(500);
  });

  it('are full again if the clock was set back', async () => {
    const buckets = new MemoryBuckets();
    const key = own();
    const time = Date.now();
    jest.setSystemTime(time + 3_600_000);
    await buckets.take(key, 100);
    jest.setSystemTime(time);
    expect(await buckets.take(key, 100)).toMatchObject({ wait: 0 });
  });
});

(findRedis() ? describe : describe.skip)('Buckets in Redis', () => {
  it('are full again if the clock was set back', async () => {
    const server = await startRedis();
    const redis = new RedisConnection(server.url, 5_000);
    try {
      await once(redis, 'ready');
      const key = own();
      await redis.set(`bucket:minute:${key[0]?.key}`, String(Date.now() + 3_600_000));
      const buckets = new RedisBuckets(redis);
      expect(await buckets.take(key, 100)).toMatchObject({ wait: 0, levels: [{ remaining: 0 }] });
      expect((await buckets.take(key, 50)).wait).toBeGreaterThan(0);
    } finally {
      redis.disconnect();
      await server.kill();
    }
  });
});
