import BetterSqlite3 from 'better-sqlite3';
import { createPool, type Pool, type RowDataPacket } from 'mysql2';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Remembered } from '../../src/platform/remembered';
import { inChunks } from '../../src/records/data/in-chunks';
import { recordColumns, rowsPerStatement } from '../../src/records/data/insert-records';

/** A database as code by hand uses it: the driver, and nothing around it. */
export interface BareDatabase {
  rows(sql: string, parameters: readonly unknown[]): Promise<RowDataPacket[]>;
  change(sql: string, parameters: readonly unknown[]): Promise<void>;
  /**
   * Inserts rows of `records` in one transaction. It locks their data set first if one is given; on SQLite it locks all.
   */
  insertRecords(rows: readonly (readonly unknown[])[], dataSetId?: string): Promise<void>;
  /** Each row as an array, as it comes from the driver. */
  stream(sql: string, parameters: readonly unknown[]): Promise<Readable>;
  /** Renews the statistics by which the database plans its statements, where the service's database has some. */
  analyze(tables: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const prefix = 'sqlite:';
const mostStatements = 100;

/** Whether an address names a file of SQLite. */
export const isSqlite = (url: string): boolean => url.startsWith(prefix);

/** Opens a database by the address that the service takes. */
export const openBareDatabase = (url: string): BareDatabase =>
  isSqlite(url) ? openSqlite(url.slice(prefix.length)) : openMysql(url);

/** Statements that name the order of tables and an index as MySQL does, for either dialect. */
export const forDialect = (url: string, sql: string): string =>
  isSqlite(url)
    ? sql
        .replace(
          /SELECT STRAIGHT_JOIN([^]*?)WHERE/,
          (_, tables: string) => `SELECT ${tables.replaceAll(/(?<!LEFT )JOIN/g, 'CROSS JOIN')} WHERE`,
        )
        .replace(/FORCE INDEX \((\w+)\)/, 'INDEXED BY $1')
    : sql;

/** With the settings of the service, which decide what a commit costs. */
function openSqlite(file: string): BareDatabase {
  const database = new BetterSqlite3(file, { timeout: 10_000 });
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'cache_size = -131072'])
    database.pragma(pragma);
  const known = new Remembered<string, BetterSqlite3.Statement>(mostStatements);
  const prepared = (sql: string) => known.get(sql, () => database.prepare(sql));
  const insert = `INSERT INTO records (${recordColumns.join(', ')}) VALUES (${recordColumns.map(() => '?').join(', ')})`;
  const insertAll = database.transaction((rows: readonly (readonly unknown[])[]) => {
    for (const row of rows) prepared(insert).run(row);
  });
  return {
    rows: (sql, parameters) =>
      Promise.resolve(prepared(withLists(sql, parameters)).all(parameters.flat()) as RowDataPacket[]),
    change: (sql, parameters) => Promise.resolve(void prepared(sql).run(parameters)),
    insertRecords: (rows) => Promise.resolve(insertAll.immediate(rows)),
    stream: (sql, parameters) => {
      const statement = database.prepare(sql).raw();
      return Promise.resolve(Readable.from(statement.iterate(parameters) as Iterable<unknown[]>));
    },
    analyze: () => Promise.resolve(),
    close: () => Promise.resolve(void database.close()),
  };
}

/** MySQL's driver takes a list for one placeholder. */
function withLists(sql: string, parameters: readonly unknown[]): string {
  let place = 0;
  return sql.replaceAll('?', () => {
    const value = parameters[place++];
    return Array.isArray(value) ? value.map(() => '?').join(', ') : '?';
  });
}

function openMysql(uri: string): BareDatabase {
  const callbacks = createPool({ uri, connectionLimit: 20, charset: 'utf8mb4_bin' });
  const pool = callbacks.promise();
  return {
    rows: async (sql, parameters) => (await pool.query(sql, [...parameters]))[0] as RowDataPacket[],
    change: async (sql, parameters) => void (await pool.query(sql, [...parameters])),
    insertRecords: async (rows, dataSetId) => {
      const connection = await pool.getConnection();
      try {
        await connection.beginTransaction();
        if (dataSetId !== undefined)
          await connection.query('SELECT upload_id FROM data_sets WHERE upload_id = ? FOR UPDATE', [
            dataSetId,
          ]);
        for (const some of inChunks(rows, rowsPerStatement))
          await connection.query(`INSERT INTO records (${recordColumns.join(', ')}) VALUES ?`, [some]);
        await connection.commit();
      } finally {
        connection.release();
      }
    },
    stream: (sql, parameters) => streamFromMysql(callbacks, sql, parameters),
    analyze: async (tables) => void (await pool.query(`ANALYZE TABLE ${tables.join(', ')}`)),
    close: () => pool.end(),
  };
}

function streamFromMysql(pool: Pool, sql: string, parameters: readonly unknown[]): Promise<Readable> {
  return new Promise((resolve, reject) => {
    pool.getConnection((error, connection) => {
      if (error) return void reject(error);
      const rows = connection.query({ sql, values: [...parameters], rowsAsArray: true }).stream();
      void once(rows, 'close').finally(() => connection.release());
      resolve(rows);
    });
  });
}
