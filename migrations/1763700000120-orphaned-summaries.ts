import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables with data derived from the data of accounts. */
const tables = ['summaries', 'summary_buckets', 'glucose_changes', 'upload_receipts'];

/**
 * Removes statistics that were calculated while their account was being deleted. Such statistics are no longer stored.
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
