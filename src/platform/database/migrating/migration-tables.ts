import type { QueryRunner } from 'typeorm';
import { columnTypes, type Dialect } from '../dialect';

/** The finished migrations of a database, in order. */
export async function finishedMigrations(runner: QueryRunner): Promise<string[]> {
  if (!(await runner.hasTable('migrations'))) return [];
  const rows = (await runner.query('SELECT name FROM migrations ORDER BY id')) as { name: string }[];
  return rows.map(({ name }) => name);
}

/**
 * The tables that record migrations: `migrations` lists the finished ones, in TypeORM's format; `migration_lock`
 * says who is migrating, and until when the lease lasts; `migration_steps` records the progress of the current one,
 * because MySQL keeps the completed part of an interrupted migration.
 */
const createTableStatements = (dialect: Dialect): string[] => {
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
 * Creates the tables that record migrations. Any number of processes may do this at once.
 *
 * A release without step records may have been interrupted in the first pending migration. This is recorded with the
 * row of the lock, whose absence means that such a release was here last. A database without finished migrations is
 * excluded: its tables may belong to somebody else.
 */
export async function makeMigrationTables(
  runner: QueryRunner,
  dialect: Dialect,
  firstPending: string,
): Promise<void> {
  for (const table of createTableStatements(dialect)) await runner.query(table);
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

/** Records in the transaction of `runner` that a migration is finished. */
export async function noteFinished(runner: QueryRunner, name: string): Promise<void> {
  await runner.query('INSERT INTO migrations (timestamp, name) VALUES (?, ?)', [parseTimestamp(name), name]);
}

/** The timestamp at the end of a migration's name, which defines the order. */
export const parseTimestamp = (name: string): number => Number(name.slice(-13));

/**
 * Rolls back after an error. A further error is ignored, because the first one matters more: the connection may be
 * gone.
 */
export async function rollBack(runner: QueryRunner): Promise<void> {
  if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => {});
}
