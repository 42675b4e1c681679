import BetterSqlite3 from 'better-sqlite3';
import type { PoolConnection } from 'mysql2';
import type { DataSource } from 'typeorm';
import { LostTransactionError } from './sqlite-connection';
import { longestWait, patiently } from './sqlite-patience';
import { Turnstile } from './turnstile';

/** Runs one SELECT of a snapshot; rows come as arrays of values in the order of the selected columns. */
export type SnapshotQuery = <Row extends unknown[]>(sql: string, parameters: unknown[]) => Promise<Row[]>;

/** Lends out a view of the database as it is at one moment, for reading in several steps. */
export interface Snapshots {
  run<T>(work: (query: SnapshotQuery) => Promise<T>): Promise<T>;
  close(): void;
}

/** Milliseconds that a connection itself waits for another process; the event loop stands still meanwhile. */
const patience = 50;

/** Prepared statements that a connection keeps. Texts differ with what is asked for, so there is no end of them. */
const mostStatements = 200;

/** Snapshots of an SQLite file: a limited number of connections of their own, kept for the next one. */
export class SqliteSnapshots implements Snapshots {
  private readonly idle: BetterSqlite3.Database[] = [];
  private readonly turns: Turnstile;
  private readonly statements = new WeakMap<BetterSqlite3.Database, Map<string, BetterSqlite3.Statement>>();

  /** Whoever comes when `poolSize` snapshots are lent out waits for one of them. */
  constructor(
    private readonly path: string,
    poolSize: number,
  ) {
    this.turns = new Turnstile(poolSize);
  }

  run<T>(work: (query: SnapshotQuery) => Promise<T>): Promise<T> {
    return this.turns.run(() => this.lend(work));
  }

  private async lend<T>(work: (query: SnapshotQuery) => Promise<T>): Promise<T> {
    const connection = this.idle.pop() ?? new BetterSqlite3(this.path, { readonly: true, timeout: patience });
    try {
      return await work(await this.begin(connection));
    } finally {
      this.takeBack(connection);
    }
  }

  /** Keeps a connection for the next one, unless SQLite has ended its transaction: something is wrong with it then. */
  private takeBack(connection: BetterSqlite3.Database): void {
    if (!connection.inTransaction) return void connection.close();
    connection.exec('ROLLBACK');
    this.idle.push(connection);
  }

  private async begin(connection: BetterSqlite3.Database): Promise<SnapshotQuery> {
    const read = <Row extends unknown[]>(sql: string, parameters: unknown[]): Row[] => {
      // SQLite may have ended the transaction by itself: what is read from then on would be of another moment.
      if (!connection.inTransaction) throw new LostTransactionError();
      return this.statement(connection, sql).all(...parameters) as Row[];
    };
    connection.exec('BEGIN');
    // What is read first decides which moment it is.
    await patiently(performance.now() + longestWait, () => read('SELECT 1 FROM sqlite_schema LIMIT 1', []));
    return (sql, parameters) => Promise.resolve(read(sql, parameters));
  }

  private statement(connection: BetterSqlite3.Database, sql: string): BetterSqlite3.Statement {
    let prepared = this.statements.get(connection);
    if (!prepared) this.statements.set(connection, (prepared = new Map<string, BetterSqlite3.Statement>()));
    let statement = prepared.get(sql);
    if (statement) return statement;
    if (prepared.size >= mostStatements) prepared.clear();
    prepared.set(sql, (statement = connection.prepare(sql).raw(true)));
    return statement;
  }

  close(): void {
    for (const connection of this.idle.splice(0)) connection.close();
  }
}

/** Snapshots of a MySQL database: a read-only transaction on a connection of the pool. */
export class MysqlSnapshots implements Snapshots {
  constructor(private readonly source: DataSource) {}

  async run<T>(work: (query: SnapshotQuery) => Promise<T>): Promise<T> {
    const runner = this.source.createQueryRunner();
    const connection = (await runner.connect()) as PoolConnection;
    const query: SnapshotQuery = <Row extends unknown[]>(sql: string, parameters: unknown[]) =>
      new Promise<Row[]>((resolve, reject) => {
        connection.query({ sql, values: parameters, rowsAsArray: true }, (error, rows) =>
          error ? reject(error) : resolve(rows as unknown as Row[]),
        );
      });
    try {
      await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', []);
      await query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY', []);
      return await work(query);
    } finally {
      await query('ROLLBACK', []).catch(() => undefined);
      await runner.release();
    }
  }

  close(): void {
    // The pool belongs to the data source, which closes it.
  }
}
