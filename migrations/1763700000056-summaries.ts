import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Statistics of glucose records: pending changes, hourly buckets, and summaries. */
export class Summaries1763700000056 implements MigrationInterface {
  name = 'Summaries1763700000056';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE glucose_changes (
        user_id ${type.id} NOT NULL,
        summary_type ${type.word} NOT NULL,
        id ${type.id} NOT NULL,
        reason ${type.word} NULL,
        due_time ${type.time} NULL,
        from_hour ${type.time} NULL,
        to_hour ${type.time} NULL,
        PRIMARY KEY (user_id, summary_type, id)
      ) ${type.clusteredTableOptions}`);
    await runner.query(
      'CREATE INDEX glucose_changes_due ON glucose_changes (summary_type, due_time, user_id)',
    );
    await runner.query(`
      CREATE TABLE summary_buckets (
        user_id ${type.id} NOT NULL,
        summary_type ${type.word} NOT NULL,
        hour ${type.time} NOT NULL,
        content ${type.text} NOT NULL,
        PRIMARY KEY (user_id, summary_type, hour)
      ) ${type.clusteredTableOptions}`);
    await runner.query(`
      CREATE TABLE summaries (
        user_id ${type.id} NOT NULL,
        summary_type ${type.word} NOT NULL,
        version ${type.id} NOT NULL,
        schema_version ${type.integer} NOT NULL,
        covered_from ${type.time} NULL,
        last_updated ${type.time} NULL,
        content ${type.text} NULL,
        PRIMARY KEY (user_id, summary_type)
      ) ${type.clusteredTableOptions}`);
    await runner.query(
      'CREATE INDEX summaries_schema ON summaries (summary_type, schema_version, last_updated)',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
