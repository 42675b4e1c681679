import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource, type MigrationInterface } from 'typeorm';
import { AccountColumns } from './account-column';

/** The classes that describe the tables, and the steps that brought them about. */
export interface Schema {
  entities: (new () => object)[];
  migrations: (new () => MigrationInterface)[];
}

const options = (schema: Schema) => ({
  ...schema,
  subscribers: [AccountColumns],
  migrationsTableName: 'migrations',
  synchronize: false,
  logging: false,
});

/** Where the embedded database keeps its file. `:memory:` is a file of its own in the temporary folder, removed at the end. */
export function sqliteFile(url: string): { path: string; temporaryFolder?: string } {
  const path = url.slice('sqlite:'.length);
  if (path !== ':memory:') return { path };
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'glycograph-'));
  return { path: join(temporaryFolder, 'glycograph.db'), temporaryFolder };
}

interface SqliteConnection {
  pragma(text: string): unknown;
}

/**
 * One SQLite connection. Writers and readers have connections of their own (write-ahead log): a reader never sees
 * what a transaction has not committed.
 */
export const sqliteSource = (schema: Schema, path: string, mode: 'read' | 'write'): DataSource =>
  new DataSource({
    ...options(schema),
    type: 'better-sqlite3',
    database: path,
    readonly: mode === 'read',
    timeout: 10_000,
    statementCacheSize: 500,
    prepareDatabase: (connection: SqliteConnection) => {
      connection.pragma('cache_size = -131072');
      if (mode === 'read') return;
      connection.pragma('page_size = 8192');
      connection.pragma('journal_mode = WAL');
      connection.pragma('wal_autocheckpoint = 8000');
      connection.pragma('synchronous = FULL');
    },
  });

/** A pool of MySQL connections. Times are UTC numbers, text is utf8mb4, statements are plain (no server-side cursor). */
export const mysqlSource = (schema: Schema, url: string, poolSize: number): DataSource =>
  new DataSource({
    ...options(schema),
    type: 'mysql',
    url,
    poolSize,
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    supportBigNumbers: true,
    bigNumberStrings: false,
    connectTimeout: 10_000,
  });
