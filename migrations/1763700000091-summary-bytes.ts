import type { MigrationInterface, QueryRunner } from 'typeorm';

/** MySQL returns summaries as bytes, which are sent without decoding. */
export class SummaryBytes1763700000091 implements MigrationInterface {
  name = 'SummaryBytes1763700000091';

  async up(runner: QueryRunner): Promise<void> {
    if (runner.connection.options.type !== 'mysql') return;
    await runner.query('ALTER TABLE patient_summaries MODIFY content LONGBLOB NOT NULL');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
