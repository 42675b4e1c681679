import type { Config } from '../config';
import type { Database } from '../database/database';
import type { Logger } from '../logging';
import type { CounterStore } from './counter';
import { DatabaseCounters } from './database-counters';
import { RedisCounters } from './redis-counters';

/** Redis where there is one, the database otherwise. */
export function openCounterStore({ REDIS_URL }: Config, database: Database, log: Logger): CounterStore {
  if (REDIS_URL === undefined) return new DatabaseCounters(database);
  return new RedisCounters(REDIS_URL, (error) =>
    log.warn({ error }, 'Redis cannot be reached: each process counts attempts by itself'),
  );
}
