import type { Config } from '../config';
import type { Logger } from '../logging';
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
