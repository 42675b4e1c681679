import { setTimeout as pause } from 'node:timers/promises';
import { createPool, type Pool } from 'mysql2';
import type { DataSource } from 'typeorm';
import { classifyOutage } from '../../outage';
import type { ServerAddress } from '../cluster/addresses';
import { typesOnTheWire } from '../mysql-pool';
import { PlainReads } from '../../speed/plain-reads';
import { sharesOfPool } from '../shares-of-pool';
import { keepTraces, observeConnection } from '../../telemetry/mysql-statements';
import { StallDetector } from '../stall-detector';
import { MysqlSnapshots } from '../mysql-snapshots';
import type { SnapshotQuery } from '../snapshot';
import { Semaphore } from '../semaphore';
import type { Beat } from './beats';

/** Milliseconds between two checks whether a beat has arrived; they grow. */
const shortestPause = 2;
const longestPause = 50;

/** Milliseconds for which a skipped replica is not tried again. */
const rest = 1_000;

/** Options of replicas. */
export interface ReplicaUse {
  /** Milliseconds to wait for a replica to show earlier commits. */
  lag: number;
  poolSize: number;
  /** Milliseconds to wait for a replica that stops responding during a read. */
  timeout?: number;
  /** Called when a replica comes into use or is skipped. */
  tell?: (replica: string, isUsed: boolean) => void;
}

/** A server that replicates the primary with some delay. */
export class Replica {
  readonly name: string;
  /** False from when it fails or lags too far behind, until it shows a beat in time again. */
  isUsed = false;
  private readonly pool: Pool;
  private readonly plain: PlainReads;
  private readonly snapshots: MysqlSnapshots;
  private readonly longReads: Semaphore;
  private readonly stalls: StallDetector | undefined;
  private looking: Promise<boolean> | undefined;
  private restsUntil = -Infinity;

  /** @param source provides the entities; it is connected to the primary */
  constructor(
    address: ServerAddress,
    source: DataSource,
    private readonly use: ReplicaUse,
  ) {
    const { poolSize, timeout, lag } = use;
    this.name = `${address.host}:${address.port}`;
    this.pool = createPool({
      ...typesOnTheWire,
      ...address,
      connectionLimit: poolSize,
      connectTimeout: timeout ?? lag,
    });
    this.stalls = timeout === undefined ? undefined : new StallDetector(timeout);
    this.stalls?.watch(this.pool);
    this.pool.on('connection', observeConnection);
    keepTraces(this.pool);
    this.plain = new PlainReads(source, this.pool);
    this.snapshots = new MysqlSnapshots(this.pool, true);
    this.longReads = new Semaphore(sharesOfPool(poolSize).longReads, this.stalls);
  }

  /** Whether it is skipped and may be tried again. */
  get isRested(): boolean {
    return !this.isUsed && !this.looking && performance.now() >= this.restsUntil;
  }

  /**
   * Whether it shows the beat before the lag limit, in which case it is used from then on; otherwise it is skipped.
   */
  async shows(beat: Beat): Promise<boolean> {
    const end = new AbortController();
    const looking = this.lookFor(beat, end.signal).catch(() => false);
    this.looking = looking;
    const late = pause(this.use.lag, false, { signal: end.signal }).catch(() => false);
    const isShown = await Promise.race([looking, late]);
    end.abort();
    // A replica that hangs is not queried again before the last query has returned.
    void looking.then(() => {
      if (this.looking === looking) this.looking = undefined;
    });
    this.note(isShown);
    return isShown;
  }

  private async lookFor({ id, number }: Beat, signal: AbortSignal): Promise<boolean> {
    for (let wait = shortestPause; !signal.aborted; wait = Math.min(wait * 2, longestPause)) {
      const [row] = await this.plain.rows<{ beat: number | string }>(
        'SELECT beat FROM replica_beats WHERE id = ?',
        [id],
      );
      if (row && Number(row.beat) >= number) return true;
      await pause(wait);
    }
    return false;
  }

  private note(isUsed: boolean): void {
    if (!isUsed) this.restsUntil = performance.now() + rest;
    if (isUsed === this.isUsed) return;
    this.isUsed = isUsed;
    this.use.tell?.(this.name, isUsed);
  }

  /** Runs `read` on this server. */
  read<T>(read: (plain: PlainReads) => Promise<T>): Promise<T> {
    return this.watched(() => read(this.plain));
  }

  /** See `Database.longSnapshot`. */
  longSnapshot<T>(work: (query: SnapshotQuery) => Promise<T>): Promise<T> {
    return this.watched(() => this.longReads.run(() => this.snapshots.run(work)));
  }

  private async watched<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (classifyOutage(error)) this.note(false);
      throw error;
    }
  }

  async close(): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        this.pool.end((error) => (error ? reject(error) : resolve()));
      });
    } finally {
      // Not earlier: it ends the waiting for a replica that hangs.
      this.stalls?.stop();
    }
  }
}
