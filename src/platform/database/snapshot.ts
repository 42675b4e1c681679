import BetterSqlite3 from 'better-sqlite3';
import type { Pool, PoolConnection } from 'mysql2';
import { observeSqlite } from '../telemetry/calls';
import { ClusterPool } from './cluster/cluster-pool';
import { poolUse, type PoolUse } from './pool-use';
import { LostTransactionError } from './sqlite-connection';
import type { DamageWatch } from './sqlite-damage';
import { longestWait, patiently } from './sqlite-patience';
import { Semaphore } from './semaphore';

/** Runs one SELECT of a snapshot; rows are arrays of values in column order. */
export type SnapshotQuery = <Row extends unknown[]>(sql: string, parameters: unknown[]) => Promise<Row[]>;

/** Provides a consistent view of the database for reading in several steps. */
export interface Snapshots {
  run<T>(work: (query: SnapshotQuery) => Promise<T>): Promise<T>;
  /** Of the connections that snapshots are taken on. */
  readonly use: PoolUse;
  close(): void;
}

/** Milliseconds that a connection itself waits for another process. This blocks the event loop. */
const patience = 50;

/** Prepared statements cached per connection. Statements vary with their filters, so the cache needs a limit. */
const mostStatements = 200;

/** Snapshots of an SQLite file: a limited number of connections, kept for reuse. */
export class SqliteSnapshots implements Snapshots {
  private readonly idle: BetterSqlite3.Database[] = [];
  private readonly turns: Semaphore;
  private readonly statements = new WeakMap<BetterSqlite3.Database, Map<string, BetterSqlite3.Statement>>();

  /**
   * Callers wait when `poolSize` snapshots are in use.
   *
   * @param damage is notified of errors of statements
   */
  constructor(
    private readonly path: string,
    poolSize: number,
    private readonly damage: DamageWatch,
  ) {
    this.turns = new Semaphore(poolSize);
  }

  get use(): PoolUse {
    const { running, waiting } = this.turns.use;
    return { used: running, idle: this.idle.length, waiting };
  }

  run<T>(work: (query: SnapshotQuery) => Promise<T>): Promise<T> {
    return this.turns.run(() => this.lend(work));
  }

  private async lend<T>(work: (query: SnapshotQuery) => Promise<T>): Promise<T> {
    const connection = this.idle.pop() ?? new BetterSqlite3(this.path, { readonly: true, timeout: patience });
    try {
      return await work(await this.begin(connection));
    } catch (error) {
      this.damage.note(error);
      throw error;
    } finally {
      this.takeBack(connection);
    }
  }

  /**
   * Keeps a connection for reuse, unless SQLite has ended its transaction, which means that something is wrong with
   * it.
   */
  private takeBack(connection: BetterSqlite3.Database): void {
    if (!connection.inTransaction) return void connection.close();
    connection.exec('ROLLBACK');
    this.idle.push(connection);
  }

  private async begin(connection: BetterSqlite3.Database): Promise<SnapshotQuery> {
    const read = <Row extends unknown[]>(sql: string, parameters: unknown[]): Row[] => {
      // SQLite may have ended the transaction by itself; further reads would see a different moment.
      if (!connection.inTransaction) throw new LostTransactionError();
      const statement = this.statement(connection, sql);
      return observeSqlite(sql, () => statement.all(...parameters) as Row[]);
    };
    connection.exec('BEGIN');
    // The first read fixes the moment of the snapshot.
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
  constructor(private readonly pool: Pool) {}

  get use(): PoolUse {
    const { pool } = this;
    return poolUse(pool instanceof ClusterPool ? pool.pools : [pool]);
  }

  async run<T>(work: (query: SnapshotQuery) => Promise<T>): Promise<T> {
    const connection = await this.connect();
    const query: SnapshotQuery = <Row extends unknown[]>(sql: string, parameters: unknown[]) =>
      new Promise<Row[]>((resolve, reject) => {
        connection.query({ sql, values: parameters, rowsAsArray: true }, (error, rows) =>
          error ? reject(error) : resolve(rows as unknown as Row[]),
        );
      });
    try {
      await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', []);
      // TiDB does not support READ ONLY here.
      await query('START TRANSACTION WITH CONSISTENT SNAPSHOT', []);
      return await work(query);
    } finally {
      await query('ROLLBACK', []).catch(() => undefined);
      connection.release();
    }
  }

  private connect(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      this.pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
    });
  }

  close(): void {
    // The owner of the pool closes it.
  }
}
