import { setImmediate as turn } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner';
import { DatabaseFile } from './database-file';
import { LostTransactionError, type SqliteConnection } from './sqlite-connection';
import { isDoubtful } from './sqlite-error';
import { longestWait, patiently } from './sqlite-patience';

/**
 * Runs transactions on an SQLite file, one at a time: whoever calls sees to that.
 *
 * What SQLite does with a transaction depends on how it fails. A full disk or a failing one may end it, or leave it open. So
 * nothing is taken for granted: a transaction begins when none is open, each of its statements runs while it is, and it
 * counts as stored when SQLite has committed it. A connection that is not in the state that it should be in is closed,
 * which undoes whatever is left on it, and a new one takes its place.
 */
export class SqliteWriter {
  private isSound = true;
  private readonly file: DatabaseFile;

  /**
   * @param source a source with a `SqliteConnection`, whose tables are up to date
   * @param patience milliseconds that somebody waits while another process writes
   */
  constructor(
    private readonly source: DataSource,
    path: string,
    private readonly patience = longestWait,
  ) {
    this.file = new DatabaseFile(path);
    this.connection.guard();
  }

  /**
   * Runs `work` in a transaction: all of its writes are stored or none.
   *
   * @param askedAt when it was asked for (`performance.now()`): who has waited long for their turn waits no longer for
   *   another process
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

  /** One for each transaction: a statement that comes after the end finds its runner released. */
  private newRunner(): BetterSqlite3QueryRunner {
    const runner = new BetterSqlite3QueryRunner(this.driver);
    runner.manager = this.source.createEntityManager(runner);
    // Saving entities would else begin a transaction.
    runner.isTransactionActive = true;
    return runner;
  }

  private async undo(error: unknown): Promise<void> {
    this.judge(error);
    // SQLite ends no transaction for what the work itself throws.
    if (!this.connection.inTransaction) this.isSound = false;
    try {
      if (this.connection.inTransaction) this.connection.exec('ROLLBACK');
    } catch {
      // It ends with its connection.
      this.isSound = false;
    }
    // Statements of the same work may be on their way; they find no transaction now, and must not find the next one.
    await turn();
  }

  private judge(error: unknown): void {
    if (error instanceof LostTransactionError || isDoubtful(error)) this.isSound = false;
  }

  private async renew(): Promise<void> {
    this.isSound = false;
    await this.driver.disconnect();
    // A file that is missing would be made anew.
    this.file.assertInPlace();
    await this.driver.connect();
    this.connection.guard();
    this.isSound = true;
  }
}
