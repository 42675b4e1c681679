import type { Pool, PoolConnection, QueryOptions } from 'mysql2';
import { endReason } from '../errors';
import { ClusterPool } from './cluster/cluster-pool';
import { poolUse, type PoolUse } from './pool-use';
import {
  assertWanted,
  countCharacters,
  type SnapshotLimits,
  type SnapshotQuery,
  type Snapshots,
} from './snapshot';

/** Snapshots of a MySQL database: a read-only transaction on a connection of the pool. */
export class MysqlSnapshots implements Snapshots {
  /** @param isOneServer whether all connections of the pool lead to the same server, which can kill others */
  constructor(
    private readonly pool: Pool,
    private readonly isOneServer: boolean,
  ) {}

  get use(): PoolUse {
    const { pool } = this;
    return poolUse(pool instanceof ClusterPool ? pool.pools : [pool]);
  }

  async run<T>(work: (query: SnapshotQuery) => Promise<T>, limits: SnapshotLimits = {}): Promise<T> {
    const connection = await this.connect();
    const reading = new MysqlReading(connection, limits);
    const { isOneMoment = true } = limits;
    try {
      assertWanted(limits);
      if (isOneMoment) await reading.begin();
      return await work((...question) => reading.read(...question));
    } finally {
      if (reading.end()) {
        if (isOneMoment) await reading.control('ROLLBACK').catch(() => undefined);
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

  async close(): Promise<void> {
    // The owner of the pool closes it.
  }
}

/** The statements of a snapshot on one connection. */
class MysqlReading {
  /** Ends the waiting for the running statement. */
  private giveUp: ((error: Error) => void) | undefined;
  private isUsable = true;
  private readonly abort: () => void;

  constructor(
    private readonly connection: PoolConnection,
    private readonly limits: SnapshotLimits,
  ) {
    const abort = () => {
      if (limits.signal) this.giveUp?.(endReason(limits.signal));
    };
    limits.signal?.addEventListener('abort', abort);
    this.abort = abort;
  }

  /** Fixes the moment that all statements see. */
  async begin(): Promise<void> {
    await this.control('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    // TiDB does not support READ ONLY here.
    await this.control('START TRANSACTION WITH CONSISTENT SNAPSHOT');
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

  /** The rows of a statement; see {@link SnapshotQuery}. */
  async read<Row extends unknown[]>(sql: string, parameters: unknown[], bytesOf?: string): Promise<Row[]> {
    assertWanted(this.limits);
    return new Promise<Row[]>((resolve, reject) => {
      const giveUp = (error: Error) => {
        this.isUsable = false;
        reject(error);
      };
      this.giveUp = giveUp;
      const settle = (error: Error | null, rows: Row[]) => {
        this.giveUp = undefined;
        if (error) reject(error);
        else resolve(rows);
      };
      const statement: QueryOptions = {
        sql,
        values: parameters,
        rowsAsArray: true,
        ...(bytesOf !== undefined && {
          typeCast: (field, decode) => (field.name === bytesOf ? field.buffer() : decode()),
        }),
      };
      if (this.limits.hold) this.countRows(statement, settle);
      else this.connection.query(statement, (error, rows) => settle(error, rows as unknown as Row[]));
    });
  }

  /** Counts rows while they arrive. Without a callback, only the connection hears of its end. */
  private countRows<Row extends unknown[]>(
    statement: QueryOptions,
    settle: (error: Error | null, rows: Row[]) => void,
  ): void {
    const rows: Row[] = [];
    const end = (error: Error | null) => {
      this.connection.off('error', end);
      settle(error, rows);
    };
    this.connection.on('error', end);
    this.connection
      .query(statement)
      .on('error', end)
      .on('result', (row: unknown) => this.take(rows, row as Row))
      .on('end', () => end(null));
  }

  private take<Row extends unknown[]>(rows: Row[], row: Row): void {
    if (!this.isUsable) return;
    try {
      this.limits.hold?.(countCharacters(row));
      rows.push(row);
    } catch (error) {
      this.giveUp?.(error as Error);
    }
  }
}
