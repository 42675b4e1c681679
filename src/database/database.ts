import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'mysql2';
import type { DataSource, EntityManager } from 'typeorm';
import { assertAccounts, beginAccounts } from './account-column';
import { serverAddresses } from './cluster/addresses';
import { isGaleraNode } from './cluster/galera-node';
import { isLostConnection } from './cluster/lost-connection';
import type { Dialect } from './dialect';
import { mysqlSource, sqliteFile, sqliteSource, type Schema } from './data-source';
import { migrate, pendingMigrations } from './migrating/migrate';
import { assertNoNewerMigrations, assertNoPendingMigrations } from './migrating/suitable-release';
import type { ConnectionOptions } from './mysql-pool';
import { plainInsert } from './plain-insert';
import { PlainReads } from './plain-reads';
import { MysqlSnapshots, SqliteSnapshots, type SnapshotQuery, type Snapshots } from './snapshot';
import { SilenceWatch } from './silence';
import { useSqliteReader } from './sqlite-reader';
import { SqliteWriter } from './sqlite-writer';
import { isTransient } from './transient';
import { Turnstile } from './turnstile';

export interface DatabaseOptions extends ConnectionOptions {
  schema: Schema;
  poolSize: number;
  /** Brings tables that are behind up to date. Otherwise such a database is refused. */
  migrate: boolean;
  /** Surrounds the migrations, if any are pending, which may take long. */
  whileMigrating?: (work: () => Promise<void>) => Promise<void>;
  /** Also opens a database that a later release has changed. */
  allowNewer?: boolean;
  /**
   * Milliseconds that anybody waits for a MySQL database that does not answer, without it as long as it takes, or for an
   * SQLite file that another process keeps, without it some seconds.
   */
  timeout?: number;
}

/**
 * A transaction that was refused is tried so often at least, and so many milliseconds: two nodes of a cluster that change
 * the same row let only one of them through at a time, so the last of many needs many attempts.
 */
const minimumAttempts = 8;
const longestTrying = 10_000;

/**
 * Milliseconds. A transaction that was refused because another process was faster is refused again at once, until
 * that one is through; the pauses grow and differ, so that processes get out of each other's way.
 */
const shortestPause = 5;
const longestPause = 100;

/** How far an attempt to write has come when it fails. */
interface Attempt {
  /** Nobody knows whether it is written when the connection breaks from here on. */
  isCommitting: boolean;
}

/** What kind of servers a MySQL database has. */
interface Servers {
  /** Another one may carry out what one could not. */
  areSeveral: boolean;
  /** Locks on rows are unknown to the other nodes of a cluster. */
  lockLocally: boolean;
}

const oneServer: Servers = { areSeveral: false, lockLocally: false };

/**
 * How many connections of the pool transactions may hold at once, and how many long reads. The rest is left for short
 * reads: some of them happen within a transaction, which would wait for ever if transactions held every connection.
 */
const shareOfPool = (poolSize: number): number => Math.max(1, Math.floor(poolSize * 0.4));

/** True when a statement failed because a unique key already holds the value. */
export function isDuplicateKey(error: unknown): boolean {
  const code = (error as { driverError?: { code?: string } } | null)?.driverError?.code ?? '';
  return (
    code === 'ER_DUP_ENTRY' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY' || code === 'SQLITE_CONSTRAINT_UNIQUE'
  );
}

/**
 * The database behind one small surface. Reads go through `reader`; every write happens inside `transaction`,
 * together with what has to happen along with it (see the outbox).
 */
export class Database {
  private readonly writes: Turnstile;
  /** What a cluster has refused is tried again one by one: many at once would be refused anew. */
  private readonly retries = new Turnstile(1);
  private readonly longReads: Turnstile;
  /** Milliseconds for which a transaction is tried again. */
  private readonly patience: number;
  private readonly followUps = new WeakMap<EntityManager, (() => void)[]>();
  private readonly additions: ((manager: EntityManager) => Promise<void>)[] = [];
  private readonly temporaryFolder: string | undefined;
  private readonly sqliteWriter: SqliteWriter | undefined;
  /** For reading outside a transaction what nearly every request reads. Sees what is committed. */
  readonly plain: PlainReads;

  private constructor(
    readonly dialect: Dialect,
    private readonly writeSource: DataSource,
    private readonly readSource: DataSource,
    private readonly snapshots: Snapshots,
    { poolSize, timeout }: DatabaseOptions,
    private readonly servers: Servers,
    private readonly silence?: SilenceWatch,
    file?: { path: string; temporaryFolder?: string },
  ) {
    this.patience = timeout ?? Infinity;
    this.temporaryFolder = file?.temporaryFolder;
    this.sqliteWriter = file && new SqliteWriter(writeSource, file.path, timeout);
    this.writes = new Turnstile(dialect === 'sqlite' ? 1 : shareOfPool(poolSize), silence);
    this.longReads = new Turnstile(shareOfPool(poolSize));
    this.plain = new PlainReads(readSource);
  }

  /**
   * Opens the database of a `DATABASE_URL` and, unless told otherwise, brings its tables up to date first. Throws when they
   * are of a later release, or of an earlier one and not to be changed.
   */
  static async open(url: string, options: DatabaseOptions): Promise<Database> {
    if (url.startsWith('mysql:')) {
      const source = await mysqlSource(options.schema, url, options.poolSize, options).initialize();
      const { pool } = source.driver as unknown as { pool: Pool };
      await prepare(source, 'mysql', options);
      // Migrations take as long as they take.
      const silence = options.timeout === undefined ? undefined : new SilenceWatch(options.timeout);
      silence?.watch(pool);
      const servers = {
        areSeveral: serverAddresses(url).length > 1,
        lockLocally: await isGaleraNode(source),
      };
      return new Database('mysql', source, source, new MysqlSnapshots(source), options, servers, silence);
    }
    const file = sqliteFile(url);
    const { path } = file;
    const writeSource = await sqliteSource(options.schema, path, 'write').initialize();
    await prepare(writeSource, 'sqlite', options);
    const readSource = await sqliteSource(options.schema, path, 'read').initialize();
    useSqliteReader(readSource);
    return new Database(
      'sqlite',
      writeSource,
      readSource,
      new SqliteSnapshots(path, options.poolSize),
      options,
      oneServer,
      undefined,
      file,
    );
  }

  /** A lock on a row keeps nobody away who is at another node of a cluster; see `lockRows`. */
  get hasLocalLocks(): boolean {
    return this.servers.lockLocally;
  }

  /** For reading outside a transaction. Sees what is committed. */
  get reader(): EntityManager {
    return this.readSource.manager;
  }

  /**
   * Runs `work` so that all of its writes are kept or none. A deadlock, or a server of several that dies before the commit,
   * makes it run again from the start, so `work` must do nothing but talk to the database. SQLite runs one transaction at a
   * time. Throws when it stores something of an account that does not exist (`AccountColumn`).
   */
  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const askedAt = performance.now();
    return this.writes.run(() => this.attempt((attempt) => this.commit(askedAt, work, attempt)));
  }

  /** Stores rows by themselves, all of them or none: few enough for one statement in both dialects. */
  insert<Entity extends object>(entity: new () => Entity, rows: readonly Entity[]): Promise<void> {
    const askedAt = performance.now();
    const insert = (manager: EntityManager) => plainInsert(manager, entity, rows);
    return this.writes.run(() =>
      this.sqliteWriter
        ? this.sqliteWriter.transaction(askedAt, insert)
        : this.attempt((attempt) => {
            attempt.isCommitting = true;
            return insert(this.writeSource.manager);
          }),
    );
  }

  /** Calls `followUp` once the transaction of `manager` is committed, and never when it is not. */
  afterCommit(manager: EntityManager, followUp: () => void): void {
    const followUps = this.followUps.get(manager);
    if (followUps) followUps.push(followUp);
    else this.followUps.set(manager, [followUp]);
  }

  /** Calls `addition` at the end of every transaction, within it: what it writes is kept or lost with the rest. */
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
    if (duration > this.patience) return false;
    if (isTransient(error)) return number < minimumAttempts || duration < longestTrying;
    return this.servers.areSeveral && !isCommitting && isLostConnection(error) && duration < longestTrying;
  }

  private async commit<T>(
    askedAt: number,
    work: (manager: EntityManager) => Promise<T>,
    attempt: Attempt,
  ): Promise<T> {
    let followUps: (() => void)[] = [];
    const remembering = async (manager: EntityManager) => {
      beginAccounts(manager);
      const result = await work(manager);
      await assertAccounts(this.dialect, manager);
      for (const add of this.additions) await add(manager);
      followUps = this.followUps.get(manager) ?? [];
      attempt.isCommitting = true;
      return result;
    };
    const result = await (this.sqliteWriter
      ? this.sqliteWriter.transaction(askedAt, remembering)
      : this.writeSource.transaction('READ COMMITTED', remembering));
    for (const followUp of followUps) followUp();
    return result;
  }

  /**
   * A view of the database as it is now, for reading in several steps. What is written meanwhile does not show.
   * A connection is lent for as long as `work` takes.
   */
  snapshot<T>(work: (query: SnapshotQuery) => Promise<T>): Promise<T> {
    return this.snapshots.run(work);
  }

  /**
   * A snapshot for work that takes as long as somebody outside takes to receive it. Only some of the connections
   * are lent for this at once, so that slow receivers keep nobody else from the database.
   */
  longSnapshot<T>(work: (query: SnapshotQuery) => Promise<T>): Promise<T> {
    return this.longReads.run(() => this.snapshots.run(work));
  }

  /** Throws when the database does not answer. */
  async ping(): Promise<void> {
    await this.reader.query('SELECT 1');
  }

  /** True when no migration is waiting. */
  async isUpToDate(): Promise<boolean> {
    return !(await this.readSource.showMigrations());
  }

  async close(): Promise<void> {
    this.silence?.stop();
    this.snapshots.close();
    if (this.readSource !== this.writeSource) await this.readSource.destroy();
    await this.writeSource.destroy();
    if (this.temporaryFolder) rmSync(this.temporaryFolder, { recursive: true, force: true });
  }
}

/** Whatever fails, no connection is left open. */
async function prepare(
  source: DataSource,
  dialect: Dialect,
  { migrate: mayMigrate, allowNewer = false, whileMigrating = (work) => work() }: DatabaseOptions,
): Promise<void> {
  try {
    if (!allowNewer) await assertNoNewerMigrations(source);
    if (!mayMigrate) return await assertNoPendingMigrations(source);
    if ((await pendingMigrations(source)).length === 0) return;
    await whileMigrating(() => migrate(source, dialect));
    // A later release may have migrated while this one waited.
    if (!allowNewer) await assertNoNewerMigrations(source);
  } catch (error) {
    await source.destroy();
    throw error;
  }
}
