import type { Config } from '../config';
import type { Logger } from '../logging';
import type { EventBus } from './event-bus';
import { MemoryEventBus } from './memory-event-bus';
import { RedisEventBus } from './redis-event-bus';

/** Events over the Redis of `REDIS_URL`; without it they stay within the process. */
export const openEventBus = (
  { REDIS_URL, REDIS_TIMEOUT, SERVICE_NAME }: Pick<Config, 'REDIS_URL' | 'REDIS_TIMEOUT' | 'SERVICE_NAME'>,
  log: Logger,
): EventBus =>
  REDIS_URL === undefined
    ? new MemoryEventBus()
    : new RedisEventBus(REDIS_URL, REDIS_TIMEOUT * 1000, `${SERVICE_NAME}:`, log);
