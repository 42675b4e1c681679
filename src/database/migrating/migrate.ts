import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import type { Dialect } from '../dialect';
import { isTransient } from '../transient';
import { MigrationLock } from './migration-lock';
import {
  finishedMigrations,
  makeMigrationTables,
  noteFinished,
  rollBack,
  timestampOf,
} from './migration-tables';
import { StepwiseMigration } from './stepwise-migration';

type NamedMigration = MigrationInterface & { name: string };

/** Seconds for which a process that migrates is taken to be alive after its last sign of life. */
const usualLease = 10;

/** How often something is begun again that others are in the way of, and the milliseconds in between. */
const attempts = 8;
const pauseBetweenAttempts = 1_000;

/** The migrations that a database has not been through, in the order in which they run. */
export async function pendingMigrations(source: DataSource): Promise<string[]> {
  const runner = source.createQueryRunner();
  try {
    return (await findPending(source, runner)).map(({ name }) => name);
  } finally {
    await runner.release();
  }
}

/**
 * Brings the tables of a database up to date. Of several processes that begin at once, on one node or on several, one does
 * the work while the others wait for it. Whoever is killed at whatever moment leaves a database on which the next one
 * completes: SQLite runs each migration as one transaction, MySQL in steps (`StepwiseMigration`).
 *
 * @param lease seconds for which a process is taken to be alive after its last sign of life
 */
export async function migrate(source: DataSource, dialect: Dialect, lease = usualLease): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    const [first] = await findPending(source, runner);
    if (!first) return;
    await insist(() => makeMigrationTables(runner, dialect, first.name));
    const lock = new MigrationLock(source, dialect, lease);
    await lock.during(runner, async () => {
      for (const migration of await findPending(source, runner))
        await insist(() => carryOut[dialect](migration, runner, lock));
    });
  } finally {
    await runner.release();
  }
}

async function findPending(source: DataSource, runner: QueryRunner): Promise<NamedMigration[]> {
  const finished = new Set(await finishedMigrations(runner));
  return (source.migrations as NamedMigration[])
    .filter(({ name }) => !finished.has(name))
    .sort((one, other) => timestampOf(one.name) - timestampOf(other.name));
}

/** Processes of an earlier release that still serve may keep rows that a migration changes; nodes of a cluster conflict. */
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

/** One transaction for the whole migration, on SQLite, where tables are changed in transactions, too. */
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
    // Once more: the lease has run since the first statement, and nobody could look at it.
    await lock.renew(runner);
    await runner.commitTransaction();
  } catch (error) {
    await rollBack(runner);
    throw error;
  }
}

const carryOut: Record<
  Dialect,
  (migration: NamedMigration, runner: QueryRunner, lock: MigrationLock) => Promise<void>
> = {
  sqlite: carryOutAtOnce,
  mysql: (...parameters) => StepwiseMigration.carryOut(...parameters),
};
