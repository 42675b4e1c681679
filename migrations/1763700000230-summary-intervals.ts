import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

const figures = [
  'mean_glucose',
  'indicator',
  'in_very_low',
  'in_any_low',
  'in_target',
  'in_any_high',
  'in_very_high',
];

/**
 * Figures of each week and month of a person, in small columns. They appear as summaries are calculated again. An earlier
 * release calculates without them, and changes the `version` of a summary: those of another version do not count.
 */
export class SummaryIntervals1763700000230 implements MigrationInterface {
  name = 'SummaryIntervals1763700000230';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOfDriver(runner.connection.options.type);
    const type = columnTypes(dialect);
    const real = dialect === 'sqlite' ? 'REAL' : 'DOUBLE';
    await runner.query(`
      CREATE TABLE summary_intervals (
        user_id ${type.id} NOT NULL,
        summary_type ${type.word} NOT NULL,
        span ${type.word} NOT NULL,
        start ${type.time} NOT NULL,
        readings ${type.integer} NOT NULL,
        minutes ${type.integer} NOT NULL,
        ${figures.map((name) => `${name} ${real} NOT NULL`).join(', ')},
        PRIMARY KEY (user_id, summary_type, span, start)
      ) ${type.clusteredTableOptions}`);
    await runner.query(`ALTER TABLE summaries ADD COLUMN intervals_from ${type.time} NULL`);
    await runner.query(`ALTER TABLE summaries ADD COLUMN intervals_version ${type.id} NULL`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
