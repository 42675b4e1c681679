import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialectOfDriver } from '../src/platform/database/dialect';

/** Summaries of data uploaded before summaries existed: marks all accounts with records as changed. */
export class FirstSummaries1763700000057 implements MigrationInterface {
  name = 'FirstSummaries1763700000057';

  async up(runner: QueryRunner): Promise<void> {
    const isSqlite = dialectOfDriver(runner.connection.options.type) === 'sqlite';
    const newId = isSqlite ? 'lower(hex(randomblob(12)))' : "LEFT(REPLACE(UUID(), '-', ''), 24)";
    const time = Date.now();
    for (const type of ['cgm', 'bgm', 'con']) {
      await runner.query(
        `INSERT INTO glucose_changes (user_id, summary_type, id, reason, due_time, from_hour, to_hour)
         SELECT known.user_id, '${type}', ${newId}, 'SCHEMA_MIGRATION', ${time}, NULL, NULL
         FROM (SELECT DISTINCT user_id FROM records) AS known`,
      );
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
