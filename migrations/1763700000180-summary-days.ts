import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/**
 * Hourly figures and readings of a day in one row, packed. The rows appear as summaries are calculated again; until then
 * `summary_buckets` keeps those of an earlier release.
 */
export class SummaryDays1763700000180 implements MigrationInterface {
  name = 'SummaryDays1763700000180';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE summary_days (
        user_id ${type.id} NOT NULL,
        summary_type ${type.word} NOT NULL,
        day ${type.time} NOT NULL,
        shown_hours ${type.integer} NULL,
        timely_hours ${type.integer} NULL,
        figures ${type.bytes} NOT NULL,
        readings ${type.bytes} NULL,
        PRIMARY KEY (user_id, summary_type, day)
      ) ${type.clusteredTableOptions}`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
