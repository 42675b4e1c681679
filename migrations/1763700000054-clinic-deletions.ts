import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Records of removals from clinics, and unique record numbers of patients. */
export class ClinicDeletions1763700000054 implements MigrationInterface {
  name = 'ClinicDeletions1763700000054';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE clinic_deletions (
        clinic_id ${type.id} NOT NULL,
        id ${type.id} NOT NULL,
        kind ${type.word} NOT NULL,
        user_id ${type.id} NULL,
        deleted_by ${type.id} NULL,
        deleted_time ${type.time} NOT NULL,
        PRIMARY KEY (clinic_id, id)
      ) ${type.clusteredTableOptions}`);
    await runner.query(`ALTER TABLE clinic_patients ADD COLUMN unique_mrn_digest ${type.digest} NULL`);
    await runner.query(
      'CREATE UNIQUE INDEX clinic_patients_unique_mrn ON clinic_patients (clinic_id, unique_mrn_digest)',
    );
    // A new patient gets the summary that another clinic has.
    await runner.query('CREATE INDEX patient_summaries_user ON patient_summaries (user_id)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
