import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is made of the data of accounts. */
const tables = ['summaries', 'summary_buckets', 'glucose_changes', 'upload_receipts'];

/**
 * Statistics that were calculated while their account was deleted could outlive it. Nothing is stored for accounts that do
 * not exist any more; this removes what such calculations have left.
 */
export class OrphanedSummaries1763700000120 implements MigrationInterface {
  name = 'OrphanedSummaries1763700000120';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables)
      await runner.query(`DELETE FROM ${table} WHERE user_id NOT IN (SELECT id FROM users)`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
