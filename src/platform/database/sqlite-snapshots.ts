import BetterSqlite3 from 'better-sqlite3';
import { Remembered } from '../remembered';
import { observeSqlite } from '../telemetry/calls';
import { FairTurns } from '../workload/fair-turns';
import type { PoolUse } from './pool-use';
import {
  assertWanted,
  countCharacters,
  type SnapshotLimits,
  type SnapshotQuery,
  type Snapshots,
} from './snapshot';
import { LostTransactionError } from './lost-transaction';
import type { DamageWatch } from './sqlite-damage';
import { longestWait, retryWhileBusy } from './sqlite-busy';
import { ReadingThreads } from './threads/reading-threads';

/** Milliseconds that a connection itself waits for another process. This blocks the event loop. */
const busyTimeout = 50;

/** Prepared statements cached per connection. Statements vary with their filters, so the cache needs a limit. */
const mostStatements = 200;

/** Reads that may wait for a connection. */
const queue = { waitingOfOne: 500, waiting: 2_000 };

/** All rows of a statement, counted while they are read. */
function readAll<Row extends unknown[]>(
  statement: BetterSqlite3.Statement,
  parameters: unknown[],
  { hold }: SnapshotLimits,
): Row[] {
  if (!hold) return statement.all(...parameters) as Row[];
  const rows: Row[] = [];
  for (const row of statement.iterate(...parameters) as Iterable<Row>) {
    hold(countCharacters(row));
    rows.push(row);
  }
  return rows;
}

/** Snapshots of an SQLite file: a limited number of connections, kept for reuse. */
export class SqliteSnapshots implements Snapshots {
  private readonly idle: BetterSqlite3.Database[] = [];
  private readonly turns: FairTurns;
  private readonly threads: ReadingThreads;
  private readonly statements = new WeakMap<
    BetterSqlite3.Database,
    Remembered<string, BetterSqlite3.Statement>
  >();

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
    this.turns = new FairTurns({ ...queue, atOnce: poolSize });
    this.threads = new ReadingThreads(path);
  }

  get use(): PoolUse {
    const { running, waiting } = this.turns.use;
    return { used: running, idle: this.idle.length, waiting };
  }

  run<T>(work: (query: SnapshotQuery) => Promise<T>, limits: SnapshotLimits = {}): Promise<T> {
    const { account = '', isLarge = false, signal } = limits;
    const read = () => (isLarge ? this.aside(work, limits) : this.lend(work, limits));
    return this.turns.run(account, read, signal);
  }

  private aside<T>(work: (query: SnapshotQuery) => Promise<T>, limits: SnapshotLimits): Promise<T> {
    this.makeRoom();
    return this.noting(this.threads.run(work, limits));
  }

  /** The rows of one SELECT that may be long, under the names of its columns. */
  rows<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    return this.turns.run('', () => {
      this.makeRoom();
      return this.noting(this.threads.rows<Row>(sql, parameters));
    });
  }

  /** Connections of this thread and of others together are limited. */
  private makeRoom(): void {
    this.idle.shift()?.close();
  }

  private async noting<T>(reading: Promise<T>): Promise<T> {
    try {
      return await reading;
    } catch (error) {
      this.damage.note(error);
      throw error;
    }
  }

  private async lend<T>(work: (query: SnapshotQuery) => Promise<T>, limits: SnapshotLimits): Promise<T> {
    const connection =
      this.idle.pop() ?? new BetterSqlite3(this.path, { readonly: true, timeout: busyTimeout });
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
      return observeSqlite(sql, () => readAll<Row>(statement, parameters, limits));
    };
    connection.exec('BEGIN');
    // The first read fixes the moment of the snapshot.
    await retryWhileBusy(performance.now() + longestWait, () =>
      read('SELECT 1 FROM sqlite_schema LIMIT 1', []),
    );
    return async <Row extends unknown[]>(sql: string, parameters: unknown[], bytesOf?: string) => {
      const rows = read<Row>(sql, parameters);
      if (bytesOf !== undefined) for (const row of rows) row.push(Buffer.from(row.pop() as string));
      return Promise.resolve(rows);
    };
  }

  private statement(connection: BetterSqlite3.Database, sql: string): BetterSqlite3.Statement {
    let prepared = this.statements.get(connection);
    if (!prepared) this.statements.set(connection, (prepared = new Remembered(mostStatements)));
    return prepared.get(sql, () => connection.prepare(sql).raw(true));
  }

  async close(): Promise<void> {
    for (const connection of this.idle.splice(0)) connection.close();
    await this.threads.close();
  }
}
