import type { EntityManager } from 'typeorm';
import { tooManyRequests } from '../errors';
import type { DatabaseCounters } from './database-counters';
import { counterKey, type Limit, type Subject } from './throttle';

/** A `Throttle` that counts in the transaction of the event: events that were rolled back or refused do not count. */
export class TransactionThrottle {
  constructor(
    private readonly counters: DatabaseCounters,
    private readonly limit: Limit,
  ) {}

  /** Counts one event. Throws when the limit is exceeded. */
  async count(manager: EntityManager, subject: Subject): Promise<void> {
    const { name, events: most, seconds } = this.limit;
    if (most === 0) return;
    const { events, endsIn } = await this.counters.countWithin(
      manager,
      { name, seconds },
      counterKey(subject),
    );
    if (events > most) throw tooManyRequests(endsIn);
  }
}
