import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Migrations record the patients who could not move, and why. */
export class StuckPatients1763700000122 implements MigrationInterface {
  name = 'StuckPatients1763700000122';

  async up(runner: QueryRunner): Promise<void> {
    const { text } = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`ALTER TABLE clinic_migrations ADD COLUMN stuck ${text} NULL`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
