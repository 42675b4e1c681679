import { setImmediate as turn } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver';
import type { QueryResult } from 'typeorm/query-runner/QueryResult';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner';
import { LongWork } from '../long-work';
import { DatabaseFile } from './database-file';
import { LostTransactionError, type SqliteConnection } from './sqlite-connection';
import type { DamageWatch } from './sqlite-damage';
import { isDoubtful } from './sqlite-error';
import { longestWait, patiently } from './sqlite-patience';

/** SQLite blocks the event loop during a statement, so others get their turn between the statements of a long transaction. */
class PausingRunner extends BetterSqlite3QueryRunner {
  private readonly work = new LongWork();

  override async query(...statement: Parameters<BetterSqlite3QueryRunner['query']>): Promise<QueryResult> {
    const answer = (await super.query(...statement)) as QueryResult;
    await this.work.pause();
    return answer;
  }
}

/**
 * Runs transactions on an SQLite file, one at a time; the caller ensures that.
 *
 * The state of a transaction after an error depends on the error: a full or failing disk may end it or leave it
 * open. So nothing is assumed. A transaction begins only when none is open, each of its statements runs only while
 * it is open, and it counts as stored when SQLite has committed it. A connection in an unexpected state is closed,
 * which rolls back whatever is left on it, and replaced.
 */
export class SqliteWriter {
  private isSound = true;
  private readonly file: DatabaseFile;

  /**
   * @param source a source with a `SqliteConnection` and an up-to-date schema
   * @param damage is notified of errors of statements
   * @param patience milliseconds to wait while another process is writing
   */
  constructor(
    private readonly source: DataSource,
    path: string,
    private readonly damage: DamageWatch,
    private readonly patience = longestWait,
  ) {
    this.file = new DatabaseFile(path);
    this.connection.guard();
  }

  /**
   * Runs `work` in a transaction: either all of its writes are stored or none.
   *
   * @param askedAt when the transaction was requested (`performance.now()`); time spent in the queue counts toward
   *   the wait for another process
   */
  async transaction<T>(askedAt: number, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    await this.begin(askedAt + this.patience);
    const runner = this.newRunner();
    try {
      const result = await work(runner.manager);
      this.file.assertInPlace();
      this.connection.commit();
      return result;
    } catch (error) {
      runner.isReleased = true;
      await this.undo(error);
      throw error;
    } finally {
      runner.isReleased = true;
    }
  }

  private get driver(): BetterSqlite3Driver {
    return this.source.driver as BetterSqlite3Driver;
  }

  private get connection(): SqliteConnection {
    return this.driver.databaseConnection as SqliteConnection;
  }

  private begin(deadline: number): Promise<void> {
    return patiently(deadline, async () => {
      if (!this.isSound || !this.connection.open || this.connection.inTransaction) await this.renew();
      try {
        this.connection.begin();
      } catch (error) {
        this.judge(error);
        throw error;
      }
    });
  }

  /** One for each transaction: a statement that arrives after the end finds its runner released. */
  private newRunner(): BetterSqlite3QueryRunner {
    const runner = new PausingRunner(this.driver);
    runner.manager = this.source.createEntityManager(runner);
    // Otherwise saving entities would begin a transaction.
    runner.isTransactionActive = true;
    return runner;
  }

  private async undo(error: unknown): Promise<void> {
    this.judge(error);
    // SQLite ends no transaction because of errors of the work itself.
    if (!this.connection.inTransaction) this.isSound = false;
    try {
      if (this.connection.inTransaction) this.connection.exec('ROLLBACK');
    } catch {
      // The transaction ends with its connection.
      this.isSound = false;
    }
    // Further statements of the same work may be pending; they find no transaction now, and must not find the next
    // one.
    await turn();
  }

  private judge(error: unknown): void {
    this.damage.note(error);
    if (error instanceof LostTransactionError || isDoubtful(error)) this.isSound = false;
  }

  private async renew(): Promise<void> {
    this.isSound = false;
    await this.driver.disconnect();
    // A missing file would be created again.
    this.file.assertInPlace();
    await this.driver.connect();
    this.connection.guard();
    this.isSound = true;
  }
}
