import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

const ranges = ['low', 'very_low', 'any_low', 'high', 'very_high', 'extreme_high', 'any_high', 'target'];

/** The figures of a period, without changes from the preceding period. */
const numbers = [
  'average_glucose_mmol',
  'glucose_management_indicator',
  ...['cgm_use', ...ranges.map((range) => `in_${range}`)].flatMap((what) =>
    ['percent', 'minutes', 'records'].map((unit) => `time_${what}_${unit}`),
  ),
  'total_records',
  'average_daily_records',
  'standard_deviation',
  'coefficient_of_variation',
  'hours_with_data',
  'days_with_data',
  'min',
  'max',
];

const types = ['cgm', 'bgm'];
const dates = ['last_data', 'first_data', 'last_upload_date', 'outdated_since'];

/** Columns for sorting and filtering patient lists: the figures of summaries. */
export class PatientSummaries1763700000037 implements MigrationInterface {
  name = 'PatientSummaries1763700000037';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOfDriver(runner.connection.options.type);
    const type = columnTypes(dialect);
    const real = dialect === 'sqlite' ? 'REAL' : 'DOUBLE';
    await runner.query('CREATE UNIQUE INDEX clinicians_id ON clinicians (id)');
    await runner.query('CREATE UNIQUE INDEX clinic_patients_id ON clinic_patients (id)');
    await runner.query(`
      CREATE TABLE patient_summaries (
        clinic_id ${type.id} NOT NULL,
        user_id ${type.id} NOT NULL,
        cgm_id ${type.word} NULL,
        bgm_id ${type.word} NULL,
        ${types.flatMap((each) => dates.map((date) => `${each}_${date} ${type.time} NULL`)).join(', ')},
        content ${type.text} NOT NULL,
        PRIMARY KEY (clinic_id, user_id)
      ) ${type.clusteredTableOptions}`);
    for (const each of types) {
      await runner.query(`CREATE INDEX patient_summaries_${each} ON patient_summaries (${each}_id)`);
      await runner.query(
        `CREATE INDEX patient_summaries_${each}_last ON patient_summaries (clinic_id, ${each}_last_data)`,
      );
    }
    await runner.query(`
      CREATE TABLE patient_summary_periods (
        clinic_id ${type.id} NOT NULL,
        summary_type ${type.word} NOT NULL,
        period ${type.word} NOT NULL,
        user_id ${type.id} NOT NULL,
        flags ${type.time} NOT NULL,
        ${numbers
          .flatMap((name) => [name, `${name}_delta`])
          .map((column) => `\`${column}\` ${real} NULL`)
          .join(', ')},
        PRIMARY KEY (clinic_id, summary_type, period, user_id)
      ) ${type.clusteredTableOptions}`);
    await runner.query(
      'CREATE INDEX patient_summary_periods_user ON patient_summary_periods (clinic_id, user_id)',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
