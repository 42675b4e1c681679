import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Legacy accounts that become members of a clinic, with the patients who share with them. */
export class ClinicMigrations1763700000060 implements MigrationInterface {
  name = 'ClinicMigrations1763700000060';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE clinic_migrations (
        user_id ${type.id} NOT NULL PRIMARY KEY,
        clinic_id ${type.id} NOT NULL,
        status ${type.word} NOT NULL,
        created_time ${type.time} NOT NULL,
        updated_time ${type.time} NOT NULL
      ) ${type.clusteredTableOptions}`);
    await runner.query(
      'CREATE INDEX clinic_migrations_clinic ON clinic_migrations (clinic_id, created_time, user_id)',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
