import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What one process does for all is a task now. */
export class NoWorkLeases1763700000051 implements MigrationInterface {
  name = 'NoWorkLeases1763700000051';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE work_leases');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
