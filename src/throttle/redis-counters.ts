import { once } from 'node:events';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { noEvents, type Count, type Counter, type CounterStore } from './counter';

const countOf = (result: RateLimiterRes | null): Count =>
  result ? { events: result.consumedPoints, endsIn: result.msBeforeNext } : noEvents;

/** Counts in Redis. While it cannot be reached, each process counts by itself: nobody is let through uncounted. */
export class RedisCounters implements CounterStore {
  private readonly redis: Redis;

  /** @param onLost is told once each time that the connection is lost */
  constructor(url: string, onLost: (error: Error) => void) {
    this.redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      disconnectTimeout: 100,
    });
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
    // How many are too many is for the throttle to say.
    const options = { keyPrefix: `throttle:${name}`, points: Number.MAX_SAFE_INTEGER, duration: seconds };
    const limiter = new RateLimiterRedis({
      ...options,
      storeClient: this.redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(options),
    });
    return {
      read: async (key) => countOf(await limiter.get(key)),
      add: async (key) => countOf(await limiter.penalty(key)),
      clear: async (key) => void (await limiter.delete(key)),
    };
  }

  close(): void {
    this.redis.disconnect();
  }
}
