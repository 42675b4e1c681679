import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialectOfDriver, type Dialect } from '../src/platform/database/dialect';

/**
 * The index that finds the summary of a patient has the time of the last sensor data, too. Reports look it up for thousands
 * of patients, and SQLite would read the wide row for each: 14 µs instead of 0.4.
 */
export class CoveredLastData1763700000262 implements MigrationInterface {
  name = 'CoveredLastData1763700000262';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOfDriver(runner.connection.options.type);
    await runner.query(
      'CREATE INDEX patient_summaries_last_data ON patient_summaries (user_id, clinic_id, cgm_last_data)',
    );
    await runner.query(dropped[dialect]);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

const dropped: Readonly<Record<Dialect, string>> = {
  sqlite: 'DROP INDEX patient_summaries_user',
  mysql: 'DROP INDEX patient_summaries_user ON patient_summaries',
};
