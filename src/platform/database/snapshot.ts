import BetterSqlite3 from 'better-sqlite3';
import type { Pool, PoolConnection } from 'mysql2';
import { endReason } from '../errors';
import { LostTransactionError } from './sqlite-connection';
import type { DamageWatch } from './sqlite-damage';
import { longestWait, patiently } from './sqlite-patience';
import { Semaphore } from './semaphore';

/** Runs one SELECT of a snapshot; rows are arrays of values in column order. */
export type SnapshotQuery = <Row extends unknown[]>(sql: string, parameters: unknown[]) => Promise<Row[]>;

/** What limits the reads of a snapshot. */
export interface SnapshotLimits {
  /** Once it is aborted, its reason is thrown instead of running further statements. A running one of MySQL is killed. */
  signal?: AbortSignal;
  /** Counts the characters of each row while rows arrive. What it throws ends the statement. */
  hold?: (characters: number) => void;
}

/** Provides a consistent view of the database for reading in several steps. */
export interface Snapshots {
  run<T>(work: (query: SnapshotQuery) => Promise<T>, limits?: SnapshotLimits): Promise<T>;
  close(): void;
}

/** Milliseconds that a connection itself waits for another process. This blocks the event loop. */
const patience = 50;

/** Prepared statements cached per connection. Statements vary with their filters, so the cache needs a limit. */
const mostStatements = 200;

function charactersOf(row: readonly unknown[]): number {
  let characters = 0;
  for (const value of row) if (typeof value === 'string') characters += value.length;
  return characters;
}

const assertWanted = ({ signal }: SnapshotLimits): void => {
  if (signal?.aborted) throw endReason(signal);
};

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

  run<T>(work: (query: SnapshotQuery) => Promise<T>, limits: SnapshotLimits = {}): Promise<T> {
    return this.turns.run(() => this.lend(work, limits));
  }

  private async lend<T>(work: (query: SnapshotQuery) => Promise<T>, limits: SnapshotLimits): Promise<T> {
    const connection = this.idle.pop() ?? new BetterSqlite3(this.path, { readonly: true, timeout: patience });
    try {
      return await work(await this.begin(connection, limits));
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

  private async begin(connection: BetterSqlite3.Database, limits: SnapshotLimits): Promise<SnapshotQuery> {
    const read = <Row extends unknown[]>(sql: string, parameters: unknown[]): Row[] => {
      // SQLite may have ended the transaction by itself; further reads would see a different moment.
      if (!connection.inTransaction) throw new LostTransactionError();
      assertWanted(limits);
      const statement = this.statement(connection, sql);
      if (!limits.hold) return statement.all(...parameters) as Row[];
      const rows: Row[] = [];
      for (const row of statement.iterate(...parameters) as Iterable<Row>) {
        limits.hold(charactersOf(row));
        rows.push(row);
      }
      return rows;
    };
    connection.exec('BEGIN');
    // The first read fixes the moment of the snapshot.
    await patiently(performance.now() + longestWait, () => read('SELECT 1 FROM sqlite_schema LIMIT 1', []));
    return async (sql, parameters) => Promise.resolve(read(sql, parameters));
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
  /** @param isOneServer whether all connections of the pool lead to the same server, which can kill others */
  constructor(
    private readonly pool: Pool,
    private readonly isOneServer: boolean,
  ) {}

  async run<T>(work: (query: SnapshotQuery) => Promise<T>, limits: SnapshotLimits = {}): Promise<T> {
    const connection = await this.connect();
    const reading = new MysqlReading(connection, limits);
    try {
      assertWanted(limits);
      await reading.control('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      // TiDB does not support READ ONLY here.
      await reading.control('START TRANSACTION WITH CONSISTENT SNAPSHOT');
      return await work(reading.query);
    } finally {
      if (reading.end()) {
        await reading.control('ROLLBACK').catch(() => undefined);
        connection.release();
      } else this.kill(connection);
    }
  }

  private connect(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      this.pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
    });
  }

  /** Its statement may still run. The connection is never used again, so nothing else is killed. */
  private kill(connection: PoolConnection): void {
    const { threadId } = connection;
    connection.destroy();
    // Where it has ended by itself, there is nothing to kill.
    if (this.isOneServer) this.pool.query('KILL ?', [threadId], () => undefined);
  }

  close(): void {
    // The owner of the pool closes it.
  }
}

/** The statements of a snapshot on one connection. */
class MysqlReading {
  /** Ends the waiting for the running statement. */
  private giveUp: ((error: unknown) => void) | undefined;
  private isUsable = true;

  constructor(
    private readonly connection: PoolConnection,
    private readonly limits: SnapshotLimits,
  ) {
    limits.signal?.addEventListener('abort', this.abort);
  }

  /** Must be called at the end. Returns false if a statement may still run, so that the connection is useless. */
  end(): boolean {
    this.limits.signal?.removeEventListener('abort', this.abort);
    return this.isUsable;
  }

  /** Runs a statement without rows. */
  control(sql: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.connection.query(sql, (error) => (error ? reject(error) : resolve()));
    });
  }

  readonly query: SnapshotQuery = async <Row extends unknown[]>(sql: string, parameters: unknown[]) => {
    assertWanted(this.limits);
    return new Promise<Row[]>((resolve, reject) => {
      this.giveUp = (error) => {
        this.isUsable = false;
        reject(error as Error);
      };
      const rows: Row[] = [];
      this.connection
        .query({ sql, values: parameters, rowsAsArray: true })
        .on('error', (error: Error) => this.settle(() => reject(error)))
        .on('result', (row: unknown) => this.take(rows, row as Row))
        .on('end', () => this.settle(() => resolve(rows)));
    });
  };

  private take<Row extends unknown[]>(rows: Row[], row: Row): void {
    if (!this.isUsable) return;
    try {
      this.limits.hold?.(charactersOf(row));
      rows.push(row);
    } catch (error) {
      this.giveUp?.(error);
    }
  }

  private settle(settle: () => void): void {
    this.giveUp = undefined;
    settle();
  }

  private readonly abort = (): void => {
    if (this.limits.signal) this.giveUp?.(endReason(this.limits.signal));
  };
}
