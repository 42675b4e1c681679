import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource, EntityManager } from 'typeorm';
import { mysqlSource, sqliteSource } from '../../src/platform/database/data-source';
import { Database } from '../../src/platform/database/database';
import { persistence } from '../../src/persistence';
import { hasMysql, openTestDatabase } from './mariadb';

/** A test with an empty database of a dialect. */
type OnDatabase = (test: (databaseUrl: string) => Promise<void>) => Promise<void>;

const onSqlite: OnDatabase = async (test) => {
  const folder = mkdtempSync(join(tmpdir(), 'glycograph-earlier-'));
  try {
    await test(`sqlite:${join(folder, 'glycograph.db')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const onMysql: OnDatabase = async (test) => {
  const database = await openTestDatabase();
  try {
    await test(database.url);
  } finally {
    await database.close();
  }
};

/** Each dialect on this machine, with a database. */
export const dialects: readonly (readonly [name: string, on: OnDatabase])[] = [
  ['SQLite', onSqlite],
  ...(hasMysql ? [['MySQL', onMysql] as const] : []),
];

/** A row as written by an earlier version. */
export interface EarlierRow {
  table: string;
  values: Record<string, unknown>;
}

/** The migrations of an earlier version, up to its last one. */
export const migrationsUpTo = (lastMigration: number) =>
  persistence.migrations.filter(({ name }) => Number(name.slice(-13)) <= lastMigration);

/** Runs with the migrations of an earlier version, up to its last one, on connections that are closed at the end. */
export async function withMigrationsUpTo<T>(
  url: string,
  lastMigration: number,
  work: (source: DataSource) => Promise<T>,
): Promise<T> {
  const schema = { entities: [], migrations: migrationsUpTo(lastMigration) };
  const source = url.startsWith('mysql:')
    ? mysqlSource(schema, url, 2)
    : sqliteSource(schema, url.slice('sqlite:'.length), 'write');
  await source.initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

/** Expires the lease of a migrating or killed process, as waiting would. */
export async function endMigrationLease(source: DataSource): Promise<void> {
  const [table] = await source.query<unknown[]>(
    source.options.type === 'mysql'
      ? "SHOW TABLES LIKE 'migration_lock'"
      : "SELECT name FROM sqlite_master WHERE name = 'migration_lock'",
  );
  if (table) await source.query('UPDATE migration_lock SET expires_time = 0');
}

/** Stores rows unchanged. */
export async function insertRows(manager: EntityManager, rows: readonly EarlierRow[]): Promise<void> {
  for (const { table, values } of rows) {
    const names = Object.keys(values);
    const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    await manager.query(sql, Object.values(values));
  }
}

/**
 * Fills a database as an earlier version left it.
 *
 * @param lastMigration the last migration of that version
 */
export async function fillAsThen(
  url: string,
  lastMigration: number,
  rows: readonly EarlierRow[],
): Promise<void> {
  const schema = { ...persistence, migrations: migrationsUpTo(lastMigration) };
  const database = await Database.open(url, { schema, poolSize: 2, migrate: true });
  await database.transaction((manager) => insertRows(manager, rows));
  await database.close();
}
