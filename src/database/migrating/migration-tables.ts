import type { QueryRunner } from 'typeorm';
import { columnTypes, type Dialect } from '../dialect';

/** The migrations that a database has been through, in their order. */
export async function finishedMigrations(runner: QueryRunner): Promise<string[]> {
  if (!(await runner.hasTable('migrations'))) return [];
  const rows = (await runner.query('SELECT name FROM migrations ORDER BY id')) as { name: string }[];
  return rows.map(({ name }) => name);
}

/**
 * What is known of migrations: `migrations` are those that are finished, in the form that TypeORM gives the table;
 * `migration_lock` tells who migrates, and until when that is believed; `migration_steps` tells how far the one has come
 * that is under way, for MySQL keeps the beginning of a migration that was cut off.
 */
const tablesOf = (dialect: Dialect): string[] => {
  const type = columnTypes(dialect);
  const counted = dialect === 'mysql' ? 'INT NOT NULL AUTO_INCREMENT' : 'INTEGER NOT NULL';
  const key = dialect === 'mysql' ? 'PRIMARY KEY' : 'PRIMARY KEY AUTOINCREMENT';
  const tables = [
    `CREATE TABLE IF NOT EXISTS migrations (
      id ${counted} ${key},
      timestamp BIGINT NOT NULL,
      name VARCHAR(255) NOT NULL
    ) ${type.tableOptions}`,
    `CREATE TABLE IF NOT EXISTS migration_lock (
      name ${type.word} NOT NULL PRIMARY KEY,
      owner ${type.id} NULL,
      expires_time ${type.time} NOT NULL
    ) ${type.tableOptions}`,
  ];
  const steps = `CREATE TABLE IF NOT EXISTS migration_steps (
      name ${type.name} NOT NULL PRIMARY KEY,
      reached ${type.integer} NOT NULL,
      unrecorded ${type.flag} NOT NULL
    ) ${type.tableOptions}`;
  return dialect === 'mysql' ? [...tables, steps] : tables;
};

export const lockName = 'migrations';

/**
 * Makes the tables that migrations are recorded in. Any number of processes may do this at once.
 *
 * A release that recorded no steps may have been cut off in the middle of the first migration that is pending. This is
 * noted together with the row of the lock, whose absence says that such a release was here last. A database without any
 * finished migration is left out: what is there may belong to somebody else.
 */
export async function makeMigrationTables(
  runner: QueryRunner,
  dialect: Dialect,
  firstPending: string,
): Promise<void> {
  for (const table of tablesOf(dialect)) await runner.query(table);
  const locks = (await runner.query('SELECT name FROM migration_lock')) as unknown[];
  if (locks.length > 0) return;
  const insert = dialect === 'mysql' ? 'INSERT IGNORE' : 'INSERT OR IGNORE';
  const isNew = (await finishedMigrations(runner)).length === 0;
  await runner.startTransaction();
  try {
    if (dialect === 'mysql' && !isNew) {
      await runner.query(`${insert} INTO migration_steps (name, reached, unrecorded) VALUES (?, 0, 1)`, [
        firstPending,
      ]);
    }
    await runner.query(`${insert} INTO migration_lock (name, owner, expires_time) VALUES (?, NULL, 0)`, [
      lockName,
    ]);
    await runner.commitTransaction();
  } catch (error) {
    await rollBack(runner);
    throw error;
  }
}

/** Notes within the transaction of `runner` that a migration is finished. */
export async function noteFinished(runner: QueryRunner, name: string): Promise<void> {
  await runner.query('INSERT INTO migrations (timestamp, name) VALUES (?, ?)', [timestampOf(name), name]);
}

/** When a migration was written, by which migrations are put in order: the end of its name. */
export const timestampOf = (name: string): number => Number(name.slice(-13));

/** Gives up a transaction after an error, which matters more than one of giving up: the connection may be gone. */
export async function rollBack(runner: QueryRunner): Promise<void> {
  if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => {});
}
