import { now } from '../clock';
import { clockDifference } from '../clock-look';
import type { Database } from '../database/database';
import { isOneOf, type Condition } from '../database/exact-text';
import type { TaskHandler } from './task-handler';

/** When a task was last written. */
const written = 'COALESCE(modified_time, created_time)';

/**
 * Brings tasks of a type forward whose times come from a clock that was ahead (`ClockLook`). A pending task keeps
 * its delay, counted from now; a run that may have died with its process is not waited for longer than any other.
 * Tasks queued by clients run at the time they set, whatever the clock was.
 */
export async function correctFutureTasks(
  database: Database,
  { type, maxDuration, isOpenToClients }: TaskHandler,
): Promise<void> {
  const time = now();
  const isOfType = isOneOf('type', [type]);
  const deadline = time + 3 * maxDuration;
  await update(database, {
    changes: { sql: 'deadline_time = ?', parameters: [deadline] },
    where: {
      sql: `${isOfType.sql} AND state = 'running' AND deadline_time > ?`,
      parameters: [...isOfType.parameters, deadline + clockDifference],
    },
  });
  if (isOpenToClients) return;
  await update(database, {
    // The order matters: MySQL sets one column after the other.
    changes: {
      sql: `due_time = due_time - ${written} + ?, available_time = available_time - ${written} + ?, modified_time = ?`,
      parameters: [time, time, time],
    },
    where: {
      sql: `${isOfType.sql} AND state = 'pending' AND due_time > ? AND ${written} > ?`,
      parameters: [...isOfType.parameters, time, time + clockDifference],
    },
  });
}

/** Usually there is nothing to change, and no transaction is needed. */
async function update(
  database: Database,
  { changes, where }: Record<'changes' | 'where', Condition>,
): Promise<void> {
  const found = await database.reader.query<unknown[]>(
    `SELECT id FROM tasks WHERE ${where.sql} LIMIT 1`,
    where.parameters,
  );
  if (found.length === 0) return;
  await database.transaction(async (manager) => {
    await manager.query(`UPDATE tasks SET ${changes.sql} WHERE ${where.sql}`, [
      ...changes.parameters,
      ...where.parameters,
    ]);
  });
}
