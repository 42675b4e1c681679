import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tags and sites are found by their id alone (`Query.node`), without their clinic. */
export class LabelIds1763700000244 implements MigrationInterface {
  name = 'LabelIds1763700000244';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['clinic_tags', 'clinic_sites'])
      await runner.query(`CREATE INDEX ${table}_id ON ${table} (id)`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
