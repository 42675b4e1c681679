import type { DataSource } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner';
import { isDoubtful } from './sqlite-error';
import { longestWait, patiently } from './sqlite-patience';
import type { SqliteConnection } from './sqlite-connection';

/** Makes a source for reading run its statements in this way. */
export function useSqliteReader(source: DataSource): void {
  const driver = source.driver as BetterSqlite3Driver;
  driver.queryRunner = new SqliteReader(driver);
}

type Answer = ReturnType<BetterSqlite3QueryRunner['query']>;

/** Runs statements that read, each by itself, on a connection that is opened anew when it fails. */
class SqliteReader extends BetterSqlite3QueryRunner {
  override async query(...statement: Parameters<BetterSqlite3QueryRunner['query']>): Answer {
    try {
      return await patiently(performance.now() + longestWait, () => super.query(...statement));
    } catch (error) {
      if (isDoubtful(error)) await this.renew();
      throw error;
    }
  }

  private async renew(): Promise<void> {
    const connection = this.driver.databaseConnection as SqliteConnection;
    // The old one stays when no new one can be had.
    await this.driver.connect().catch(() => undefined);
    if (this.driver.databaseConnection === connection) return;
    // A statement that has just been prepared still runs.
    setImmediate(() => connection.close());
  }
}
