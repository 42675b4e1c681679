import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Patients whose client was launched from a clinic's health record system. */
export class LaunchedPatients1763700000041 implements MigrationInterface {
  name = 'LaunchedPatients1763700000041';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`ALTER TABLE log_in_attempts ADD COLUMN launched_patient ${type.text} NULL`);
    await runner.query(`
      CREATE TABLE launched_patients (
        user_id ${type.id} NOT NULL,
        session_id ${type.id} NOT NULL,
        correlation_id ${type.name} NOT NULL,
        patient ${type.text} NOT NULL,
        launched_time ${type.time} NOT NULL,
        PRIMARY KEY (user_id, session_id, correlation_id)
      ) ${type.clusteredTableOptions}`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
