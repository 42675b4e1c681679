import { LessThanOrEqual, type EntityManager } from 'typeorm';
import { now } from '../clock';
import type { Database } from '../database/database';
import { deleteInBatches } from '../database/delete-in-batches';
import { noEvents, type Count, type Counter, type CounterStore } from './counter';
import type { Limit } from './throttle';
import { ThrottleCounterEntity } from './throttle-counter.entity';

/** Counts in the database, which all processes share. */
export class DatabaseCounters implements CounterStore {
  constructor(private readonly database: Database) {}

  counter(name: string, seconds: number): Counter {
    const counterKey = (key: string) => `${name}:${key}`;
    return {
      read: (key) => this.read(counterKey(key)),
      add: (key) => this.add(counterKey(key), seconds * 1000),
      clear: (key) => this.clear(counterKey(key)),
    };
  }

  private async read(counterKey: string): Promise<Count> {
    const [row] = await this.database.plain.find(ThrottleCounterEntity, { counterKey });
    return toCount(row);
  }

  /** Attempts count even if the change under way is refused, and are no part of it. */
  private add(counterKey: string, lifetime: number): Promise<Count> {
    return this.database.transaction((manager) => this.addWithin(manager, counterKey, lifetime), []);
  }

  /** Increments and returns the count in the transaction of `manager`; it is rolled back with the transaction. */
  countWithin(
    manager: EntityManager,
    { name, seconds }: Pick<Limit, 'name' | 'seconds'>,
    key: string,
  ): Promise<Count> {
    return this.addWithin(manager, `${name}:${key}`, seconds * 1000);
  }

  /** One statement, so that no two processes start from the same number. */
  private async addWithin(manager: EntityManager, counterKey: string, lifetime: number): Promise<Count> {
    const isTaken =
      this.database.dialect === 'mysql' ? 'DUPLICATE KEY UPDATE' : 'CONFLICT (counter_key) DO UPDATE SET';
    const time = now();
    const end = time + lifetime;
    await manager.query(
      `INSERT INTO throttle_counters (counter_key, events, expires_time) VALUES (?, 1, ?) ON ${isTaken}
         events = CASE WHEN throttle_counters.expires_time > ? THEN throttle_counters.events + 1 ELSE 1 END,
         expires_time = CASE WHEN throttle_counters.expires_time > ? THEN throttle_counters.expires_time ELSE ? END`,
      [counterKey, end, time, time, end],
    );
    return toCount(await manager.findOneBy(ThrottleCounterEntity, { counterKey }));
  }

  private async clear(counterKey: string): Promise<void> {
    await this.database.transaction((manager) => manager.delete(ThrottleCounterEntity, { counterKey }), []);
  }

  /** Deletes expired counts. */
  async purge(): Promise<void> {
    await deleteInBatches(this.database, ThrottleCounterEntity, { expiresTime: LessThanOrEqual(now()) });
  }

  close(): void {
    // The owner of the database closes it.
  }
}

function toCount(row: ThrottleCounterEntity | null | undefined): Count {
  const endsIn = (row?.expiresTime ?? 0) - now();
  return row && endsIn > 0 ? { events: row.events, endsIn } : noEvents;
}
