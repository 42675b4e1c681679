import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Prescriptions of clinics and their revisions. */
export class Prescriptions1763700000058 implements MigrationInterface {
  name = 'Prescriptions1763700000058';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE prescriptions (
        clinic_id ${type.id} NOT NULL,
        id ${type.id} NOT NULL,
        state ${type.word} NOT NULL,
        access_code ${type.word} NULL,
        revision_id ${type.integer} NOT NULL,
        patient_email ${type.name} NULL,
        patient_user_id ${type.id} NULL,
        active_user_id ${type.id} NULL,
        prescriber_user_id ${type.id} NULL,
        expiration_time ${type.time} NULL,
        submitted_time ${type.time} NULL,
        created_time ${type.time} NOT NULL,
        created_user_id ${type.id} NOT NULL,
        modified_time ${type.time} NOT NULL,
        modified_user_id ${type.id} NOT NULL,
        deleted_time ${type.time} NULL,
        deleted_user_id ${type.id} NULL,
        PRIMARY KEY (clinic_id, id)
      ) ${type.clusteredTableOptions}`);
    await runner.query('CREATE UNIQUE INDEX prescriptions_id ON prescriptions (id)');
    await runner.query('CREATE UNIQUE INDEX prescriptions_code ON prescriptions (access_code)');
    await runner.query('CREATE UNIQUE INDEX prescriptions_active ON prescriptions (active_user_id)');
    for (const [name, columns] of [
      ['modified', 'clinic_id, modified_time, id'],
      ['created', 'clinic_id, created_time, id'],
      ['state', 'clinic_id, state, modified_time, id'],
      ['email', 'clinic_id, patient_email, modified_time, id'],
      ['patient', 'patient_user_id, modified_time, id'],
    ] as const) {
      await runner.query(`CREATE INDEX prescriptions_${name} ON prescriptions (${columns})`);
    }
    await runner.query(`
      CREATE TABLE prescription_revisions (
        clinic_id ${type.id} NOT NULL,
        prescription_id ${type.id} NOT NULL,
        revision_id ${type.integer} NOT NULL,
        attributes ${type.text} NOT NULL,
        hash ${type.name} NOT NULL,
        created_time ${type.time} NOT NULL,
        created_user_id ${type.id} NOT NULL,
        PRIMARY KEY (clinic_id, prescription_id, revision_id)
      ) ${type.clusteredTableOptions}`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
