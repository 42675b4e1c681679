import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialectOfDriver } from '../src/platform/database/dialect';

/**
 * Weeks and months of summaries that were calculated before they were kept: marks these summaries as changed. Otherwise
 * patients who upload no more would stay unknown in the statistics of their clinics.
 */
export class FirstIntervals1763700000261 implements MigrationInterface {
  name = 'FirstIntervals1763700000261';

  async up(runner: QueryRunner): Promise<void> {
    const isSqlite = dialectOfDriver(runner.connection.options.type) === 'sqlite';
    const newId = isSqlite ? 'lower(hex(randomblob(12)))' : "LEFT(REPLACE(UUID(), '-', ''), 24)";
    await runner.query(
      `INSERT INTO glucose_changes (user_id, summary_type, id, reason, due_time, from_hour, to_hour)
       SELECT user_id, summary_type, ${newId}, 'SCHEMA_MIGRATION', ${Date.now()}, NULL, NULL FROM summaries
       WHERE summary_type IN ('cgm', 'bgm') AND intervals_version IS NULL AND content IS NOT NULL`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
