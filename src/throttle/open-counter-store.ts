import type { Config } from '../config';
import type { Logger } from '../logging';
import type { CounterStore } from './counter';
import type { DatabaseCounters } from './database-counters';
import { RedisCounters } from './redis-counters';

/** Redis where there is one, the database otherwise. */
export function openCounterStore(
  { REDIS_URL }: Config,
  databaseCounters: DatabaseCounters,
  log: Logger,
): CounterStore {
  if (REDIS_URL === undefined) return databaseCounters;
  return new RedisCounters(REDIS_URL, (error) =>
    log.warn({ error }, 'Redis cannot be reached: each process counts attempts by itself'),
  );
}
