import { setTimeout as pause } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { parseTable } from './statement-kind';

/** Told the table that a migration waits for, about once a minute. */
export type ReportHeldTable = (table: string) => void;

/**
 * Seconds that a schema change waits for a table in use. All later statements on the table wait behind it. An index needs
 * the table once more when it is complete, and is lost if it does not get it: then the next attempt waits for longer.
 */
const waits = { first: 3, longest: 60, factor: 4 };

/** Seconds between two attempts, in which those that waited get through. */
const pauseBetweenAttempts = 4;

/** Seconds that a migration waits in all, longer than backups and exports read. */
const longestInAll = 3_600;

const attemptsBetweenReports = 10;

/** A transaction has held a table for too long. */
class HeldTableError extends Error {
  constructor(table: string, cause: unknown) {
    super(
      `A migration has waited for the table ${table} for an hour, because a long transaction holds it. End that transaction and migrate again.`,
      { cause },
    );
  }
}

const isLockWait = (error: unknown): boolean =>
  (error as { driverError?: { code?: string } }).driverError?.code === 'ER_LOCK_WAIT_TIMEOUT';

/** Runs on a MySQL connection that does not wait for tables for longer, and returns it as it was. */
async function waitingBriefly(
  runner: QueryRunner,
  seconds: number,
  work: () => Promise<void>,
): Promise<void> {
  await runner.query(`SET SESSION lock_wait_timeout = ${seconds}`);
  try {
    await work();
  } finally {
    // If this fails, the connection is gone.
    await runner.query('SET SESSION lock_wait_timeout = DEFAULT').catch(() => {});
  }
}

/**
 * Repeats a schema change until no transaction holds its table. Without the pauses in between, everybody would wait as
 * long as the migration does.
 *
 * @param runner carries out the change
 * @param change may be repeated
 */
export async function insistOnTable(
  runner: QueryRunner,
  sql: string,
  change: () => Promise<void>,
  report: ReportHeldTable,
): Promise<void> {
  let [wait, waited] = [waits.first, 0];
  for (let attempt = 0; ; attempt += 1) {
    const begun = performance.now();
    try {
      return await waitingBriefly(runner, wait, change);
    } catch (error) {
      if (!isLockWait(error)) throw error;
      const table = parseTable(sql);
      if (waited >= longestInAll) throw new HeldTableError(table, error);
      if (attempt % attemptsBetweenReports === 0) report(table);
      waited += wait + pauseBetweenAttempts;
      const hasWorked = performance.now() - begun > (wait + 1) * 1_000;
      if (hasWorked) wait = Math.min(wait * waits.factor, waits.longest);
      await pause(pauseBetweenAttempts * 1_000);
    }
  }
}
