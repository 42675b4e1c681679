import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import type { ReportProgress } from '../../progress';
import type { Dialect } from '../dialect';
import { isTransient } from '../transient';
import type { ReportHeldTable } from './held-tables';
import { MigrationLock } from './migration-lock';
import {
  finishedMigrations,
  makeMigrationTables,
  noteFinished,
  rollBack,
  parseTimestamp,
} from './migration-tables';
import { StepwiseMigration } from './stepwise-migration';

type NamedMigration = MigrationInterface & { name: string };

/** Seconds for which a migrating process counts as alive after its last renewal. */
const usualLease = 10;

/** How often to retry work that conflicts with others, and the milliseconds in between. */
const attempts = 8;
const pauseBetweenAttempts = 1_000;

/** The pending migrations of a database, in order. */
export async function pendingMigrations(source: DataSource): Promise<string[]> {
  const runner = source.createQueryRunner();
  try {
    return (await findPending(source, runner)).map(({ name }) => name);
  } finally {
    await runner.release();
  }
}

/**
 * Migrates the tables of a database. If several processes start at once, on one node or several, one does the work
 * and the others wait. A process can be killed at any moment, and the next one completes the work: SQLite runs each
 * migration as one transaction, MySQL in steps (`StepwiseMigration`).
 *
 * @param lease seconds for which a process counts as alive after its last renewal
 * @param report told how many of the pending migrations are done
 * @param reportHeld told the table that a migration waits for
 */
export async function migrate(
  source: DataSource,
  dialect: Dialect,
  lease = usualLease,
  report: ReportProgress = () => undefined,
  reportHeld: ReportHeldTable = () => undefined,
): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    const [first] = await findPending(source, runner);
    if (!first) return;
    await insist(() => makeMigrationTables(runner, dialect, first.name));
    const lock = new MigrationLock(source, dialect, lease);
    await lock.during(runner, async () => {
      const pending = await findPending(source, runner);
      for (const [index, migration] of pending.entries()) {
        await insist(() => carryOut[dialect](migration, runner, lock, reportHeld));
        report(index + 1, pending.length);
      }
    });
  } finally {
    await runner.release();
  }
}

async function findPending(source: DataSource, runner: QueryRunner): Promise<NamedMigration[]> {
  const finished = new Set(await finishedMigrations(runner));
  return (source.migrations as NamedMigration[])
    .filter(({ name }) => !finished.has(name))
    .sort((one, other) => parseTimestamp(one.name) - parseTimestamp(other.name));
}

/** Running processes of an earlier release may lock rows that a migration changes; cluster nodes may conflict. */
async function insist(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || attempt >= attempts) throw error;
      await pause(pauseBetweenAttempts);
    }
  }
}

/** Runs the whole migration in one transaction, on SQLite, where schema changes are transactional. */
async function carryOutAtOnce(
  migration: NamedMigration,
  runner: QueryRunner,
  lock: MigrationLock,
): Promise<void> {
  await runner.startTransaction();
  try {
    await lock.renew(runner);
    await migration.up(runner);
    await noteFinished(runner, migration.name);
    // Checks again: the lease has been running since the first statement, and nobody could renew it.
    await lock.renew(runner);
    await runner.commitTransaction();
  } catch (error) {
    await rollBack(runner);
    throw error;
  }
}

const carryOut: Record<
  Dialect,
  (
    migration: NamedMigration,
    runner: QueryRunner,
    lock: MigrationLock,
    reportHeld: ReportHeldTable,
  ) => Promise<void>
> = {
  sqlite: carryOutAtOnce,
  mysql: (...parameters) => StepwiseMigration.carryOut(...parameters),
};
