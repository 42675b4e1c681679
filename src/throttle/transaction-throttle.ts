import type { EntityManager } from 'typeorm';
import { tooManyRequests } from '../errors';
import type { DatabaseCounters } from './database-counters';
import { keyOf, type Limit, type Subject } from './throttle';

/**
 * Slows down what must not happen often, as `Throttle` does, and counts within the transaction of what happens: what is
 * undone, or was refused, does not count.
 */
export class TransactionThrottle {
  constructor(
    private readonly counters: DatabaseCounters,
    private readonly limit: Limit,
  ) {}

  /** Counts one more. Throws when that is one too many. */
  async count(manager: EntityManager, subject: Subject): Promise<void> {
    const { name, events: most, seconds } = this.limit;
    if (most === 0) return;
    const { events, endsIn } = await this.counters.countWithin(manager, { name, seconds }, keyOf(subject));
    if (events > most) throw tooManyRequests(endsIn);
  }
}
