import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  type DataSource,
  type EntityManager,
} from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner';
import { QueryResult } from 'typeorm/query-runner/QueryResult';
import { DatabaseFile } from './database-file';
import { LostTransactionError } from './lost-transaction';
import { Semaphore } from './semaphore';
import type { DamageWatch } from './sqlite-damage';
import { isDoubtful } from './sqlite-error';
import { longestWait, retryWhileBusy } from './sqlite-busy';
import { WritingThread } from './threads/writing-thread';

/** Runs the statements of one transaction in the thread. A statement after its end finds the runner released. */
class ThreadRunner extends BetterSqlite3QueryRunner {
  constructor(
    driver: BetterSqlite3Driver,
    private readonly thread: WritingThread,
  ) {
    super(driver);
    // Otherwise saving entities would begin a transaction.
    this.isTransactionActive = true;
  }

  override async query(sql: string, given: unknown[] = [], isStructured = false): Promise<QueryResult> {
    if (this.isReleased) throw new QueryRunnerAlreadyReleasedError();
    // SQLite has no booleans.
    const parameters = given.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    this.connection.logger.logQuery(sql, parameters, this);
    try {
      const { rows, changes, lastInsertRowid } = await this.thread.run(sql, parameters);
      const result = new QueryResult<Record<string, unknown>>();
      result.raw = rows ?? lastInsertRowid;
      if (rows) result.records = rows;
      else result.affected = changes;
      return (isStructured ? result : result.raw) as QueryResult;
    } catch (error) {
      throw new QueryFailedError(sql, parameters, error as Error);
    }
  }
}

/** Transactions of one group at most. */
const mostParts = 32;

/** Transactions that are committed together: what one of them has written is kept when another one fails. */
class Group {
  readonly begun = performance.now();
  parts = 0;
  /** Resolves with the commit; rejects if nothing is stored. */
  readonly ended: Promise<void>;
  commit!: () => void;
  fail!: (error: unknown) => void;

  constructor() {
    this.ended = new Promise((resolve, reject) => {
      this.commit = resolve;
      this.fail = reject;
    });
    // Its members hear of it when they ask.
    this.ended.catch(() => undefined);
  }
}

type Outcome<Result> = { result: Result } | { error: unknown };

/**
 * Runs transactions on an SQLite file one after the other, in a thread. While the disk is slow, transactions that wait
 * join the open one, as savepoints, for at most as long as a commit takes; callers hear of the outcome only after the
 * commit, and of its failure if it fails.
 *
 * The state of a transaction after an error depends on the error: a full or failing disk may end it or leave it
 * open. So nothing is assumed. A transaction begins only when none is open, each of its statements runs only while
 * it is open, and it counts as stored when SQLite has committed it. A connection in an unexpected state is closed with
 * its thread, which rolls back whatever is left on it, and replaced.
 */
export class SqliteWriter {
  private readonly turns = new Semaphore(1);
  private readonly file: DatabaseFile;
  private thread: WritingThread | undefined;
  private isSound = true;
  private group: Group | undefined;
  /** How long the last commit took, in milliseconds. */
  private commitTime = 0;

  /**
   * @param source the entities, in a file with an up-to-date schema
   * @param damage is notified of errors of statements
   * @param busyTimeout milliseconds to wait while another process is writing
   * @param gathering milliseconds for which others may join a transaction; by default, as long as the last commit took
   */
  constructor(
    private readonly source: DataSource,
    private readonly path: string,
    private readonly damage: DamageWatch,
    private readonly busyTimeout = longestWait,
    private readonly gathering?: number,
  ) {
    this.file = new DatabaseFile(path);
  }

  /** How many transactions run, and how many wait. */
  get use(): { running: number; waiting: number } {
    return this.turns.use;
  }

  /**
   * Runs `work` in a transaction: either all of its writes are stored or none.
   *
   * @param askedAt when the transaction was requested (`performance.now()`); time spent in the queue counts toward
   *   the wait for another process
   */
  async transaction<T>(askedAt: number, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const { group, outcome } = await this.turns.run(() => this.takePart(askedAt, work));
    // Even an error may follow from what another one has written, and counts only if that is stored.
    await group.ended;
    if ('error' in outcome) throw outcome.error;
    return outcome.result;
  }

  private async takePart<T>(askedAt: number, work: (manager: EntityManager) => Promise<T>) {
    const thread = await this.ready(askedAt);
    const group = (this.group ??= new Group());
    const outcome = await this.perform(group, thread, work);
    if (this.group === group && this.isFull(group)) await this.commit(group, thread);
    return { group, outcome };
  }

  /** A thread with an open transaction. */
  private ready(askedAt: number): Promise<WritingThread> {
    const { thread } = this;
    if (this.group && thread) return Promise.resolve(thread);
    return retryWhileBusy(askedAt + this.busyTimeout, () => this.begin());
  }

  private async begin(): Promise<WritingThread> {
    const thread =
      this.thread && this.isSound && !this.thread.inTransaction ? this.thread : await this.renew();
    try {
      await thread.begin();
      return thread;
    } catch (error) {
      this.judge(error);
      throw error;
    }
  }

  private isFull({ parts, begun }: Group): boolean {
    const { gathering = this.commitTime } = this;
    return this.turns.use.waiting === 0 || parts >= mostParts || performance.now() - begun >= gathering;
  }

  private async perform<T>(
    group: Group,
    thread: WritingThread,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<Outcome<T>> {
    const savepoint = group.parts === 0 ? undefined : `part${group.parts}`;
    // SQLite keeps the changed pages of a savepoint until its release. One that cannot be released does no harm.
    if (group.parts > 1) void thread.runAhead(`RELEASE part${group.parts - 1}`);
    group.parts += 1;
    const opened = savepoint === undefined ? undefined : thread.runAhead(`SAVEPOINT ${savepoint}`);
    const runner = new ThreadRunner(this.source.driver as BetterSqlite3Driver, thread);
    runner.manager = this.source.createEntityManager(runner);
    try {
      const result = await work(runner.manager);
      runner.isReleased = true;
      await opened;
      thread.assertInTransaction();
      return { result };
    } catch (error) {
      runner.isReleased = true;
      this.judge(error);
      if (savepoint === undefined) await this.rollBack(group, thread);
      else await this.undoPart(group, thread, savepoint, error);
      return { error };
    }
  }

  /** Nobody else is in the group. */
  private async rollBack(group: Group, thread: WritingThread): Promise<void> {
    this.group = undefined;
    await this.close(thread);
    group.commit();
  }

  private async undoPart(
    group: Group,
    thread: WritingThread,
    savepoint: string,
    error: unknown,
  ): Promise<void> {
    try {
      if (!this.isSound) throw new LostTransactionError(error);
      // Fails if it could not be opened.
      await thread.run(`ROLLBACK TO ${savepoint}`);
    } catch (problem) {
      this.group = undefined;
      await this.close(thread);
      group.fail(problem);
    }
  }

  private async commit(group: Group, thread: WritingThread): Promise<void> {
    this.group = undefined;
    const begun = performance.now();
    try {
      this.file.assertInPlace();
      await thread.commit();
      if (thread.inTransaction) throw new Error('The transaction is still open after its commit.');
      group.commit();
    } catch (error) {
      this.judge(error);
      await this.close(thread);
      group.fail(error);
    }
    this.commitTime = performance.now() - begun;
  }

  /** Ends what is open. */
  private async close(thread: WritingThread): Promise<void> {
    // SQLite ends no transaction because of errors of the work itself.
    if (!thread.inTransaction) this.isSound = false;
    if (!this.isSound) return;
    try {
      await thread.run('ROLLBACK');
    } catch {
      // The transaction ends with its connection.
      this.isSound = false;
    }
  }

  private judge(error: unknown): void {
    this.damage.note(error);
    const { driverError = error } = error as { driverError?: unknown };
    if (driverError instanceof LostTransactionError || isDoubtful(error)) this.isSound = false;
  }

  private async renew(): Promise<WritingThread> {
    await this.end();
    // A missing file would be created again.
    this.file.assertInPlace();
    this.thread = new WritingThread(this.path);
    this.isSound = true;
    return this.thread;
  }

  /** Ends the thread. */
  async end(): Promise<void> {
    this.isSound = false;
    await this.thread?.end();
    this.thread = undefined;
  }
}
