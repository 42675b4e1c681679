import type { DataSource } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner';
import type { DamageWatch } from './sqlite-damage';
import { isDoubtful } from './sqlite-error';
import { longestWait, retryWhileBusy } from './sqlite-busy';
import type { SqliteConnection } from './sqlite-connection';

/** Makes a read source run its statements this way. */
export function useSqliteReader(source: DataSource, damage: DamageWatch): void {
  const driver = source.driver as BetterSqlite3Driver;
  driver.queryRunner = new SqliteReader(driver, damage);
}

type Answer = ReturnType<BetterSqlite3QueryRunner['query']>;

/** Runs read statements one by one, on a connection that is reopened after failures. */
class SqliteReader extends BetterSqlite3QueryRunner {
  constructor(
    driver: BetterSqlite3Driver,
    private readonly damage: DamageWatch,
  ) {
    super(driver);
  }

  override async query(...statement: Parameters<BetterSqlite3QueryRunner['query']>): Answer {
    try {
      return await retryWhileBusy(performance.now() + longestWait, () => super.query(...statement));
    } catch (error) {
      this.damage.note(error);
      if (isDoubtful(error)) await this.renew();
      throw error;
    }
  }

  private async renew(): Promise<void> {
    const connection = this.driver.databaseConnection as SqliteConnection;
    // Keeps the old connection if no new one can be opened.
    await this.driver.connect().catch(() => undefined);
    if (this.driver.databaseConnection === connection) return;
    // A statement that was just prepared can still run.
    setImmediate(() => connection.close());
  }
}
