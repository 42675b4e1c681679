import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'mysql2';
import type { DataSource, EntityManager } from 'typeorm';
import { assertAccounts, beginAccounts } from './account-column';
import { serverAddresses } from './cluster/addresses';
import { isGaleraNode } from './cluster/galera-node';
import { isLostConnection } from './cluster/lost-connection';
import { beginCreated } from './created';
import type { DatabaseOptions } from './database-options';
import type { Dialect } from './dialect';
import { mysqlSource, sqliteFile, sqliteSource, type SqliteFile } from './data-source';
import { migrate, pendingMigrations } from './migrating/migrate';
import { finishedMigrations } from './migrating/migration-tables';
import { assertNoNewerMigrations, assertNoPendingMigrations } from './migrating/suitable-release';
import { assertRestored } from './migrating/unfinished-restore';
import { plainInsert } from './plain-insert';
import { PlainReads } from '../speed/plain-reads';
import { Replicas } from './replicas/replicas';
import { sharesOfPool } from './shares-of-pool';
import { MysqlSnapshots } from './mysql-snapshots';
import { sendOneByOne } from './mysql-statements';
import type { SnapshotLimits, SnapshotQuery, Snapshots } from './snapshot';
import { SqliteSnapshots } from './sqlite-snapshots';
import { ReadsAside } from './threads/reads-aside';
import { StallDetector } from './stall-detector';
import { DamageWatch, explainUnusable } from './sqlite-damage';
import { useSqliteReader } from './sqlite-reader';
import { SqliteWriter } from './sqlite-writer';
import { isTransient } from './transient';
import { Semaphore } from './semaphore';

/**
 * A refused transaction is retried at least this many times, and for the given time. When many transactions on
 * different nodes change the same row, only one succeeds at a time, so the last one needs many attempts.
 */
const minimumAttempts = 8;
const longestTrying = 10_000;

/**
 * Milliseconds. A transaction that lost to another process keeps failing until that one is done. The pauses grow and
 * vary, so that processes do not collide again.
 */
const shortestPause = 5;
const longestPause = 100;

/** How far a failed write attempt has come. */
interface Attempt {
  /** If the connection breaks from here on, it is unknown whether the transaction was committed. */
  isCommitting: boolean;
}

/** Properties of the servers of a MySQL database. */
interface Servers {
  /** Whether another server may take over from one that fails. */
  areSeveral: boolean;
  /** Whether row locks are unknown to the other nodes of a cluster. */
  lockLocally: boolean;
}

const oneServer: Servers = { areSeveral: false, lockLocally: false };

/** Whether a statement failed because of a duplicate unique key. */
export function isDuplicateKey(error: unknown): boolean {
  const code = (error as { driverError?: { code?: string } } | null)?.driverError?.code ?? '';
  return (
    code === 'ER_DUP_ENTRY' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY' || code === 'SQLITE_CONSTRAINT_UNIQUE'
  );
}

/**
 * The interface to the database. Reads go through `reader`; every write happens inside `transaction`, together with
 * its effects (see the outbox).
 */
export class Database {
  /** Transactions of MySQL; those of SQLite wait in its writer. */
  private readonly writes: Semaphore;
  /** Transactions refused by a cluster are retried one at a time; several at once would be refused again. */
  private readonly retries = new Semaphore(1);
  private readonly longReads: Semaphore;
  /** Milliseconds for which a transaction is retried. */
  private readonly retryTimeout: number;
  private readonly followUps = new WeakMap<EntityManager, (() => void)[]>();
  private readonly additions: ((manager: EntityManager) => Promise<void>)[] = [];
  private readonly sqliteWriter: SqliteWriter | undefined;
  /** For reads outside a transaction that nearly every request makes. Sees committed data. */
  readonly plain: PlainReads;
  /** The same for reads that may be long: SQLite does them in a thread. */
  readonly aside: PlainReads;
  /** Undefined if there are none. */
  readonly replicas: Replicas | undefined;

  private constructor(
    readonly dialect: Dialect,
    /** Of SQLite, it migrates; afterwards a thread writes. */
    private readonly writeSource: DataSource,
    private readonly readSource: DataSource,
    private readonly snapshots: Snapshots,
    { poolSize, timeout, replicas }: DatabaseOptions,
    private readonly servers: Servers,
    private readonly stalls?: StallDetector,
    private readonly file?: SqliteFile & { damage: DamageWatch },
  ) {
    this.retryTimeout = timeout ?? Infinity;
    this.sqliteWriter = file && new SqliteWriter(readSource, file.path, file.damage, timeout);
    const shares = sharesOfPool(poolSize);
    this.writes = new Semaphore(shares.transactions, stalls);
    this.longReads = new Semaphore(shares.longReads);
    this.plain = new PlainReads(readSource);
    this.aside = snapshots instanceof SqliteSnapshots ? new ReadsAside(readSource, snapshots) : this.plain;
    if (replicas && dialect === 'mysql')
      this.replicas = new Replicas(writeSource, this.plain, { ...replicas, poolSize, timeout });
  }

  /**
   * Opens the database of a `DATABASE_URL` and by default migrates it first. Throws when the schema belongs to a
   * later release, or to an earlier one and must not be migrated.
   */
  static async open(url: string, options: DatabaseOptions): Promise<Database> {
    if (url.startsWith('mysql:')) {
      const source = await mysqlSource(options.schema, url, options.poolSize, options).initialize();
      const { pool } = source.driver as unknown as { pool: Pool };
      await prepare(source, 'mysql', options);
      // Migrations have no timeout.
      const stalls = options.timeout === undefined ? undefined : new StallDetector(options.timeout);
      stalls?.watch(pool);
      const servers = {
        areSeveral: serverAddresses(url).length > 1,
        lockLocally: await isGaleraNode(source),
      };
      const snapshots = new MysqlSnapshots(pool, !servers.areSeveral);
      return new Database('mysql', source, source, snapshots, options, servers, stalls);
    }
    const file = sqliteFile(url);
    try {
      return await Database.openFile(file, options);
    } catch (error) {
      throw explainUnusable(file.path, error);
    }
  }

  private static async openFile(file: SqliteFile, options: DatabaseOptions): Promise<Database> {
    const { path } = file;
    const writeSource = await sqliteSource(options.schema, path, 'write').initialize();
    await prepare(writeSource, 'sqlite', options);
    const readSource = await sqliteSource(options.schema, path, 'read').initialize();
    const damage = new DamageWatch();
    useSqliteReader(readSource, damage);
    const snapshots = new SqliteSnapshots(path, options.poolSize, damage);
    return new Database('sqlite', writeSource, readSource, snapshots, options, oneServer, undefined, {
      ...file,
      damage,
    });
  }

  /** For the metrics: connections by state, and transactions that run and wait. */
  get connections() {
    const { running, waiting } = (this.sqliteWriter ?? this.writes).use;
    return { ...this.snapshots.use, transactions: running, 'waiting-transactions': waiting };
  }

  /** Row locks do not exclude transactions on other nodes of a cluster; see `lockRows`. */
  get hasLocalLocks(): boolean {
    return this.servers.lockLocally;
  }

  /** For reads outside a transaction. Sees committed data. */
  get reader(): EntityManager {
    return this.readSource.manager;
  }

  /**
   * Runs `work` so that either all of its writes are stored or none. After a deadlock, or if one of several servers
   * dies before the commit, `work` runs again from the start, so it must do nothing but talk to the database. SQLite
   * runs one transaction at a time. Throws when it stores something for an account that does not exist
   * (`AccountColumn`). Without `additions` (`addToTransactions`), it is no part of the change under way.
   */
  transaction<T>(work: (manager: EntityManager) => Promise<T>, additions = this.additions): Promise<T> {
    const askedAt = performance.now();
    const write = () => this.attempt((attempt) => this.commit(askedAt, work, attempt, additions));
    return this.sqliteWriter ? write() : this.writes.run(write);
  }

  /** Stores rows on their own, all or none; they must fit into one statement in both dialects. */
  insert<Entity extends object>(entity: new () => Entity, rows: readonly Entity[]): Promise<void> {
    const askedAt = performance.now();
    const insert = (manager: EntityManager) => plainInsert(manager, entity, rows);
    if (this.sqliteWriter) return this.sqliteWriter.transaction(askedAt, insert);
    const write = (attempt: Attempt) => {
      attempt.isCommitting = true;
      return insert(this.writeSource.manager);
    };
    return this.writes.run(() => this.attempt(write));
  }

  /** Calls `followUp` after the transaction of `manager` is committed, and never if it is not. */
  afterCommit(manager: EntityManager, followUp: () => void): void {
    const followUps = this.followUps.get(manager);
    if (followUps) followUps.push(followUp);
    else this.followUps.set(manager, [followUp]);
  }

  /** Calls `addition` inside each transaction, at its end: its writes are committed or rolled back with the rest. */
  addToTransactions(addition: (manager: EntityManager) => Promise<void>): void {
    this.additions.push(addition);
  }

  private async attempt<T>(write: (attempt: Attempt) => Promise<T>): Promise<T> {
    const begin = performance.now();
    for (let number = 1; ; number += 1) {
      const attempt: Attempt = { isCommitting: false };
      try {
        const isInTurn = number > 1 && this.servers.lockLocally;
        return await (isInTurn ? this.retries.run(() => write(attempt)) : write(attempt));
      } catch (error) {
        if (!this.mayTryAgain(error, attempt, number, performance.now() - begin)) throw error;
        await pause(Math.random() * Math.min(shortestPause * 2 ** number, longestPause));
      }
    }
  }

  private mayTryAgain(error: unknown, { isCommitting }: Attempt, number: number, duration: number): boolean {
    if (duration > this.retryTimeout) return false;
    if (isTransient(error)) return number < minimumAttempts || duration < longestTrying;
    return this.servers.areSeveral && !isCommitting && isLostConnection(error) && duration < longestTrying;
  }

  private async commit<T>(
    askedAt: number,
    work: (manager: EntityManager) => Promise<T>,
    attempt: Attempt,
    additions: typeof this.additions,
  ): Promise<T> {
    let followUps: (() => void)[] = [];
    const remembering = async (manager: EntityManager) => {
      if (this.dialect === 'mysql') sendOneByOne(manager);
      beginAccounts(manager);
      beginCreated(manager);
      const result = await work(manager);
      for (const add of additions) await add(manager);
      await assertAccounts(this.dialect, manager);
      followUps = this.followUps.get(manager) ?? [];
      attempt.isCommitting = true;
      return result;
    };
    const result = await (this.sqliteWriter
      ? this.sqliteWriter.transaction(askedAt, remembering)
      : this.writeSource.transaction(remembering));
    for (const followUp of followUps) followUp();
    return result;
  }

  /**
   * A consistent view of the database for reading in several steps. Later writes are not visible. Occupies a
   * connection for as long as `work` takes.
   */
  snapshot<T>(work: (query: SnapshotQuery) => Promise<T>, limits?: SnapshotLimits): Promise<T> {
    return this.snapshots.run(work, limits);
  }

  /**
   * The same for work that does not need one moment, because it notices when what it has read changes: each statement
   * may see what is committed by then, which takes three statements less on MySQL.
   */
  readInSteps<T>(work: (query: SnapshotQuery) => Promise<T>, limits?: SnapshotLimits): Promise<T> {
    return this.snapshots.run(work, { ...limits, isOneMoment: false });
  }

  /**
   * A snapshot for work that takes as long as a client takes to receive it. Only some of the connections are
   * available for this, so that slow receivers cannot block everybody else.
   */
  longSnapshot<T>(work: (query: SnapshotQuery) => Promise<T>, limits?: SnapshotLimits): Promise<T> {
    return this.longReads.run(() => this.snapshots.run(work, { ...limits, isLarge: true }));
  }

  /**
   * Reads for a long report: from a replica that shows everything committed before, if there is one. It may be
   * repeated on another server, so `read` must only read.
   */
  readAside<T>(read: (plain: PlainReads) => Promise<T>): Promise<T> {
    return this.replicas ? this.replicas.read(read) : read(this.aside);
  }

  /** A `longSnapshot` of a replica that shows everything committed before, if there is one. */
  longSnapshotAside<T>(work: (query: SnapshotQuery) => Promise<T>, limits?: SnapshotLimits): Promise<T> {
    const here = (same: typeof work) => this.longSnapshot(same, limits);
    return this.replicas ? this.replicas.longSnapshot(work, here) : here(work);
  }

  /** Throws when the database does not respond, and a `DamagedFileError` once damage was found in its file. */
  async ping(): Promise<void> {
    this.file?.damage.assertSound();
    await this.reader.query('SELECT 1');
  }

  /** The version of the database server or of SQLite, as it reports it. */
  async version(): Promise<string> {
    const statement = this.dialect === 'sqlite' ? 'SELECT sqlite_version() AS v' : 'SELECT VERSION() AS v';
    const [row] = await this.reader.query<{ v: string }[]>(statement);
    return row?.v ?? '';
  }

  /** The migrations that this database has, and those that it lacks, by name in their order. */
  async migrations(): Promise<{ finished: string[]; pending: string[] }> {
    const runner = this.readSource.createQueryRunner();
    try {
      const finished = await finishedMigrations(runner);
      return { finished, pending: await pendingMigrations(this.readSource) };
    } finally {
      await runner.release();
    }
  }

  /** Whether no migration is pending. */
  async isUpToDate(): Promise<boolean> {
    return !(await this.readSource.showMigrations());
  }

  async close(): Promise<void> {
    this.stalls?.stop();
    await this.replicas?.close();
    await this.snapshots.close();
    await this.sqliteWriter?.end();
    if (this.readSource !== this.writeSource) await this.readSource.destroy();
    // The last connection empties the write-ahead log of SQLite, which only one that writes can.
    await this.writeSource.destroy();
    if (this.file?.temporaryFolder) rmSync(this.file.temporaryFolder, { recursive: true, force: true });
  }
}

/** Whatever fails, no connection stays open. */
async function prepare(source: DataSource, dialect: Dialect, options: DatabaseOptions): Promise<void> {
  const { migrate: mayMigrate, allowNewer = false, allowOlder, whileMigrating = (work) => work() } = options;
  try {
    if (dialect === 'mysql') await assertRestored(source);
    if (!allowNewer) await assertNoNewerMigrations(source);
    if (!mayMigrate) return allowOlder ? undefined : await assertNoPendingMigrations(source);
    if ((await pendingMigrations(source)).length === 0) return;
    const { reportMigrated, reportHeldTable } = options;
    await whileMigrating(() => migrate(source, dialect, undefined, reportMigrated, reportHeldTable));
    // A later release may have migrated while this one was waiting.
    if (!allowNewer) await assertNoNewerMigrations(source);
  } catch (error) {
    await source.destroy();
    throw error;
  }
}
