import { once } from 'node:events';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { RedisConnection } from '../redis/redis-connection';
import { noEvents, type Count, type Counter, type CounterStore } from './counter';
import { RedisBuckets } from './redis-buckets';

const toCount = (result: RateLimiterRes | null): Count =>
  result ? { events: result.consumedPoints, endsIn: result.msBeforeNext } : noEvents;

/** Counts in Redis. While it is unavailable, each process counts for itself: nobody passes uncounted. */
export class RedisCounters implements CounterStore {
  private readonly redis: RedisConnection;

  /**
   * @param timeout milliseconds that Redis may take to respond
   * @param onLost called once each time the connection is lost
   */
  constructor(url: string, timeout: number, onLost: (error: Error) => void) {
    this.redis = new RedisConnection(url, timeout);
    let isLost = false;
    this.redis.on('ready', () => (isLost = false));
    this.redis.on('error', (error: Error) => {
      if (!isLost) onLost(error);
      isLost = true;
    });
  }

  /** Waits for the first connection. */
  async ready(): Promise<void> {
    if (this.redis.status !== 'ready') await once(this.redis, 'ready');
  }

  counter(name: string, seconds: number): Counter {
    // The throttle itself defines the limit.
    const options = { keyPrefix: `throttle:${name}`, points: Number.MAX_SAFE_INTEGER, duration: seconds };
    const limiter = new RateLimiterRedis({
      ...options,
      storeClient: this.redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(options),
    });
    return {
      read: async (key) => toCount(await limiter.get(key)),
      add: async (key) => toCount(await limiter.penalty(key)),
      clear: async (key) => void (await limiter.delete(key)),
    };
  }

  /** Buckets on the same connection. */
  buckets(): RedisBuckets {
    return new RedisBuckets(this.redis);
  }

  close(): void {
    this.redis.disconnect();
  }
}
