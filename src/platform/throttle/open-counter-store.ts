import type { Config } from '../config';
import type { Logger } from '../logging';
import { MemoryBuckets, type BucketStore } from './buckets';
import type { CounterStore } from './counter';
import type { DatabaseCounters } from './database-counters';
import { RedisCounters } from './redis-counters';

/** Redis if configured, otherwise the database. */
export function openCounterStore(
  { REDIS_URL, REDIS_TIMEOUT }: Config,
  databaseCounters: DatabaseCounters,
  log: Logger,
): CounterStore {
  if (REDIS_URL === undefined) return databaseCounters;
  return new RedisCounters(REDIS_URL, REDIS_TIMEOUT * 1000, (error) =>
    log.warn({ error }, 'Redis is unavailable: each process counts attempts for itself'),
  );
}

/**
 * Buckets next to the counters: in Redis, or else in each process. Every operation of the graph takes from them, which
 * would be too many writes for the database.
 */
export const openBuckets = (counters: CounterStore): BucketStore =>
  counters instanceof RedisCounters ? counters.buckets() : new MemoryBuckets();
