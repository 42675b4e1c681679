import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Clinics have copies of the summaries of those patients only whose data they may view, and of patients without any permission,
 * for whom a trusted server decides. Copies of others are deleted, and those that a merge of clinics has left behind.
 */
export class UnseenSummaries1763700000265 implements MigrationInterface {
  name = 'UnseenSummaries1763700000265';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['patient_summary_periods', 'patient_summaries'])
      await runner.query(`DELETE FROM ${table} WHERE NOT EXISTS (
        SELECT 1 FROM clinic_patients p WHERE p.clinic_id = ${table}.clinic_id AND p.user_id = ${table}.user_id
          AND (p.permissions = '[]' OR p.permissions LIKE '%"view"%'))`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
