import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** The figures by which clients sort patient lists. */
const sorted = [
  'glucose_management_indicator',
  'average_glucose_mmol',
  'time_cgm_use_percent',
  'time_in_target_percent',
  'time_in_very_low_percent',
  'time_in_very_low_records',
  'time_in_very_high_percent',
  'time_in_very_high_records',
];

/** The figures by which clients filter patient lists. */
const filtered = [
  'time_cgm_use_percent',
  'time_in_target_percent',
  'time_in_very_low_percent',
  'time_in_any_low_percent',
  'time_in_any_high_percent',
  'time_in_very_high_percent',
  'time_in_extreme_high_percent',
];

/** Patient lists of large clinics: summaries contain the id of the patient's record, and are read in list order. */
export class PatientLists1763700000055 implements MigrationInterface {
  name = 'PatientLists1763700000055';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOfDriver(runner.connection.options.type);
    const type = columnTypes(dialect);
    for (const each of ['cgm', 'bgm'])
      await runner.query(
        `DROP INDEX patient_summaries_${each}_last${dialect === 'mysql' ? ' ON patient_summaries' : ''}`,
      );
    await runner.query('CREATE INDEX clinicians_of_address ON clinicians (email)');
    for (const table of ['patient_summaries', 'patient_summary_periods']) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN patient_id ${type.id} NULL`);
      await runner.query(`UPDATE ${table} SET patient_id = (SELECT p.id FROM clinic_patients p
        WHERE p.clinic_id = ${table}.clinic_id AND p.user_id = ${table}.user_id)`);
    }
    for (const direction of ['ASC', 'DESC']) {
      const suffix = direction.toLowerCase();
      for (const each of ['cgm', 'bgm'])
        await runner.query(`CREATE INDEX patient_summaries_${each}_${suffix}
          ON patient_summaries (clinic_id, ${each}_last_data ${direction}, patient_id)`);
      for (const column of sorted)
        await runner.query(`CREATE INDEX patient_periods_${column}_${suffix}
          ON patient_summary_periods (clinic_id, summary_type, period, ${column} ${direction}, patient_id)`);
    }
    await runner.query(`CREATE INDEX patient_periods_filtered
      ON patient_summary_periods (clinic_id, summary_type, period, ${filtered.join(', ')})`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
