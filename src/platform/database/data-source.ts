import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PoolOptions } from 'mysql2';
import { DataSource, type MigrationInterface } from 'typeorm';
import { AccountColumns } from './account-column';
import { serverAddresses } from './cluster/addresses';
import { openPool, typesOnTheWire, type ConnectionOptions } from './mysql-pool';
import { SqliteConnection } from './sqlite-connection';
import { prepareConnection } from './sqlite-pragmas';

/** The entity classes, and the migrations. */
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

export interface SqliteFile {
  path: string;
  /** Deleted at the end. */
  temporaryFolder?: string;
}

/**
 * The file of the embedded database. For `:memory:` it is a separate file in the temporary folder, deleted at the
 * end.
 */
export function sqliteFile(url: string): SqliteFile {
  const path = url.slice('sqlite:'.length);
  if (path !== ':memory:') return { path };
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'glycograph-'));
  return { path: join(temporaryFolder, 'glycograph.db'), temporaryFolder };
}

/**
 * Milliseconds that a connection itself waits for another process. This blocks the event loop, so only migrations
 * wait for long.
 */
const busyTimeout = { read: 50, write: 10_000 };

/**
 * One SQLite connection. Writers and readers have separate connections (write-ahead log): a reader never sees
 * uncommitted data.
 */
export const sqliteSource = (schema: Schema, path: string, mode: 'read' | 'write'): DataSource =>
  new DataSource({
    ...options(schema),
    type: 'better-sqlite3',
    database: path,
    readonly: mode === 'read',
    timeout: busyTimeout[mode],
    driver: SqliteConnection,
    // The connection itself caches statements.
    statementCacheSize: 0,
    prepareDatabase: (connection: SqliteConnection) => {
      try {
        prepareConnection(connection, mode);
      } catch (error) {
        connection.close();
        throw error;
      }
    },
  });

/**
 * A pool of MySQL connections; statements are plain (no server-side cursor). Their callers are not traced, which would take a
 * tenth of the processor time of an upload; errors name the statement.
 */
export function mysqlSource(
  schema: Schema,
  url: string,
  poolSize: number,
  connections: ConnectionOptions = {},
): DataSource {
  const addresses = serverAddresses(url);
  const [first] = addresses;
  return new DataSource({
    ...options(schema),
    type: 'mysql',
    driver: { createPool: (settings: PoolOptions) => openPool(settings, addresses, connections) },
    host: first?.host,
    port: first?.port,
    username: first?.user,
    password: first?.password,
    database: first?.database,
    ssl: first?.ssl,
    poolSize,
    ...typesOnTheWire,
    connectTimeout: 10_000,
    trace: false,
  });
}
