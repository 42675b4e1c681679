import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tasks know how many of their runs died with their processes, so that one that ends each process is given up. */
export class LostRuns1763700000266 implements MigrationInterface {
  name = 'LostRuns1763700000266';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tasks ADD COLUMN lost_runs INT NOT NULL DEFAULT 0');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
