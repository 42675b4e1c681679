import { now } from '../clock';
import { clockDifference } from '../clock-look';
import type { Database } from '../database/database';
import { leaseTime, longestRetryDelay } from './delays';

/**
 * Brings messages forward whose times come from a clock that was ahead (`ClockLook`).
 *
 * Leases and retry pauses are never longer than `leaseTime` and `longestRetryDelay`. A message that was never tried
 * keeps its delay, counted from now.
 */
export async function correctFutureMessages(database: Database): Promise<void> {
  const time = now();
  const isAhead = {
    leased: 'worker IS NOT NULL AND due_time > ?',
    failed: 'worker IS NULL AND attempts > 0 AND due_time > ?',
    fresh: 'worker IS NULL AND attempts = 0 AND created_time > ?',
  };
  const limits = {
    leased: time + leaseTime + clockDifference,
    failed: time + longestRetryDelay + clockDifference,
    fresh: time + clockDifference,
  };
  const found = await database.reader.query<unknown[]>(
    `SELECT id FROM outbox_messages
      WHERE (${isAhead.leased}) OR (${isAhead.failed}) OR (${isAhead.fresh}) LIMIT 1`,
    [limits.leased, limits.failed, limits.fresh],
  );
  if (found.length === 0) return;
  await database.transaction(async (manager) => {
    await manager.query(`UPDATE outbox_messages SET due_time = ? WHERE ${isAhead.leased}`, [
      time + leaseTime,
      limits.leased,
    ]);
    await manager.query(`UPDATE outbox_messages SET due_time = ? WHERE ${isAhead.failed}`, [
      time,
      limits.failed,
    ]);
    // The order matters: MySQL sets one column after the other.
    await manager.query(
      `UPDATE outbox_messages SET due_time = due_time - created_time + ?, created_time = ? WHERE ${isAhead.fresh}`,
      [time, time, limits.fresh],
    );
  });
}
