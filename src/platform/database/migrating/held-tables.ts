import { setTimeout as pause } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { parseTable } from './statement-kind';

/** Told the table that a migration waits for, about once a minute. */
export type ReportHeldTable = (table: string) => void;

/** Seconds that a schema change waits for a table in use. All later statements on the table wait behind it. */
const longestWait = 3;

/** Milliseconds between two attempts, in which those that waited get through. */
const pauseBetweenAttempts = 4_000;

/** About an hour, longer than backups and exports read. */
const attempts = 500;

/** About a minute. */
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

/** Runs on a MySQL connection that does not wait for tables for long, and returns it as it was. */
export async function waitingBriefly(runner: QueryRunner, work: () => Promise<void>): Promise<void> {
  await runner.query(`SET SESSION lock_wait_timeout = ${longestWait}`);
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
 * @param change fails with ER_LOCK_WAIT_TIMEOUT while the table is held
 */
export async function insistOnTable(
  sql: string,
  change: () => Promise<void>,
  report: ReportHeldTable,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      if (!isLockWait(error)) throw error;
      const table = parseTable(sql);
      if (attempt >= attempts) throw new HeldTableError(table, error);
      if (attempt % attemptsBetweenReports === 0) report(table);
      await pause(pauseBetweenAttempts);
    }
  }
}
