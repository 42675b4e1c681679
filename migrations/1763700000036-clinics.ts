import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver, type ColumnTypes } from '../src/platform/database/dialect';

/** Clinics, their members, patients, tags and sites. */
export class Clinics1763700000036 implements MigrationInterface {
  name = 'Clinics1763700000036';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await createClinics(runner, type);
    await createClinicians(runner, type);
    await createPatients(runner, type);
    await createLabels(runner, type);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

async function createClinics(runner: QueryRunner, type: ColumnTypes): Promise<void> {
  await runner.query(`
    CREATE TABLE clinics (
      id ${type.id} NOT NULL PRIMARY KEY,
      name ${type.text} NOT NULL,
      address ${type.text} NULL,
      city ${type.text} NULL,
      postal_code ${type.text} NULL,
      state ${type.text} NULL,
      country ${type.text} NULL,
      phone_numbers ${type.text} NULL,
      clinic_type ${type.word} NULL,
      clinic_size ${type.word} NULL,
      website ${type.text} NULL,
      preferred_bg_units ${type.word} NOT NULL,
      timezone ${type.word} NULL,
      tier ${type.word} NOT NULL,
      share_code ${type.word} NOT NULL,
      is_migrated ${type.flag} NOT NULL,
      suppressed_notifications ${type.text} NULL,
      patient_count_settings ${type.text} NOT NULL,
      mrn_settings ${type.text} NULL,
      membership_restrictions ${type.text} NULL,
      ehr_settings ${type.text} NULL,
      ehr_enabled ${type.flag} NOT NULL,
      ehr_source_id ${type.name} NULL,
      created_time ${type.time} NOT NULL,
      updated_time ${type.time} NOT NULL
    ) ${type.tableOptions}`);
  await runner.query('CREATE INDEX clinics_created ON clinics (created_time)');
  await runner.query('CREATE INDEX clinics_ehr_enabled ON clinics (ehr_enabled)');
  await runner.query('CREATE INDEX clinics_ehr_source ON clinics (ehr_source_id)');
  await runner.query(`
    CREATE TABLE clinic_share_codes (
      code ${type.word} NOT NULL PRIMARY KEY,
      clinic_id ${type.id} NOT NULL
    ) ${type.clusteredTableOptions}`);
  await runner.query('CREATE INDEX clinic_share_codes_clinic ON clinic_share_codes (clinic_id)');
}

async function createClinicians(runner: QueryRunner, type: ColumnTypes): Promise<void> {
  await runner.query(`
    CREATE TABLE clinicians (
      clinic_id ${type.id} NOT NULL,
      id ${type.id} NOT NULL,
      user_id ${type.id} NULL,
      invite_id ${type.id} NULL,
      email ${type.name} NULL,
      name ${type.text} NULL,
      search_text ${type.text} NOT NULL,
      roles ${type.text} NOT NULL,
      role_history ${type.text} NOT NULL,
      created_time ${type.time} NOT NULL,
      updated_time ${type.time} NOT NULL,
      PRIMARY KEY (clinic_id, id)
    ) ${type.clusteredTableOptions}`);
  await runner.query('CREATE UNIQUE INDEX clinicians_user ON clinicians (clinic_id, user_id)');
  await runner.query('CREATE UNIQUE INDEX clinicians_invite ON clinicians (clinic_id, invite_id)');
  await runner.query('CREATE UNIQUE INDEX clinicians_email ON clinicians (clinic_id, email)');
  await runner.query('CREATE INDEX clinicians_of_user ON clinicians (user_id, clinic_id)');
  await runner.query('CREATE INDEX clinicians_of_invite ON clinicians (invite_id)');
  await runner.query('CREATE INDEX clinicians_created ON clinicians (created_time)');
}

async function createPatients(runner: QueryRunner, type: ColumnTypes): Promise<void> {
  await runner.query(`
    CREATE TABLE clinic_patients (
      clinic_id ${type.id} NOT NULL,
      user_id ${type.id} NOT NULL,
      id ${type.id} NOT NULL,
      full_name ${type.text} NOT NULL,
      name_key ${type.name} NOT NULL,
      birth_date ${type.word} NOT NULL,
      email ${type.text} NULL,
      mrn ${type.text} NULL,
      mrn_digest ${type.digest} NULL,
      search_text ${type.text} NOT NULL,
      target_devices ${type.text} NULL,
      permissions ${type.text} NOT NULL,
      diagnosis_type ${type.word} NULL,
      glycemic_ranges ${type.text} NULL,
      has_standard_ranges ${type.flag} NOT NULL,
      data_sources ${type.text} NULL,
      connection_requests ${type.text} NOT NULL,
      reviews ${type.text} NOT NULL,
      last_reviewed_time ${type.time} NULL,
      last_upload_reminder_time ${type.time} NULL,
      invited_by ${type.id} NULL,
      is_migrated ${type.flag} NOT NULL,
      legacy_clinician_ids ${type.text} NOT NULL,
      created_time ${type.time} NOT NULL,
      updated_time ${type.time} NOT NULL,
      PRIMARY KEY (clinic_id, user_id)
    ) ${type.clusteredTableOptions}`);
  await runner.query('CREATE INDEX clinic_patients_user ON clinic_patients (user_id, clinic_id)');
  await runner.query('CREATE INDEX clinic_patients_name ON clinic_patients (clinic_id, name_key, id)');
  await runner.query('CREATE INDEX clinic_patients_birth ON clinic_patients (clinic_id, birth_date, id)');
  await runner.query('CREATE INDEX clinic_patients_mrn ON clinic_patients (clinic_id, mrn_digest)');
  await runner.query(
    'CREATE INDEX clinic_patients_reviewed ON clinic_patients (clinic_id, last_reviewed_time, id)',
  );
}

async function createLabels(runner: QueryRunner, type: ColumnTypes): Promise<void> {
  for (const [table, joined, column] of [
    ['clinic_tags', 'patient_taggings', 'tag_id'],
    ['clinic_sites', 'patient_sites', 'site_id'],
  ] as const) {
    await runner.query(`
      CREATE TABLE ${table} (
        clinic_id ${type.id} NOT NULL,
        id ${type.id} NOT NULL,
        name ${type.text} NOT NULL,
        name_digest ${type.digest} NOT NULL,
        PRIMARY KEY (clinic_id, id)
      ) ${type.clusteredTableOptions}`);
    await runner.query(`CREATE UNIQUE INDEX ${table}_name ON ${table} (clinic_id, name_digest)`);
    await runner.query(`
      CREATE TABLE ${joined} (
        clinic_id ${type.id} NOT NULL,
        ${column} ${type.id} NOT NULL,
        user_id ${type.id} NOT NULL,
        place ${type.integer} NOT NULL,
        PRIMARY KEY (clinic_id, ${column}, user_id)
      ) ${type.clusteredTableOptions}`);
    await runner.query(`CREATE INDEX ${joined}_user ON ${joined} (clinic_id, user_id, place)`);
  }
}
