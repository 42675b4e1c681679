import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Outcomes of clinic merges. */
export class ClinicMerges1763700000061 implements MigrationInterface {
  name = 'ClinicMerges1763700000061';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE clinic_merges (
        id ${type.id} NOT NULL PRIMARY KEY,
        source_id ${type.id} NOT NULL,
        target_id ${type.id} NOT NULL,
        plan ${type.text} NOT NULL,
        created_time ${type.time} NOT NULL
      ) ${type.tableOptions}`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
