import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * MariaDB aggregates texts of unlimited length in a table on disk, for each statement. The names of tags and sites,
 * which every patient list aggregates, are now limited to 200 characters.
 */
export class LabelNames1763700000092 implements MigrationInterface {
  name = 'LabelNames1763700000092';

  async up(runner: QueryRunner): Promise<void> {
    if (runner.connection.options.type !== 'mysql') return;
    for (const table of ['clinic_tags', 'clinic_sites'])
      await runner.query(`ALTER TABLE ${table} MODIFY name VARCHAR(255) NOT NULL`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
