import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index for the requested exports of an account, newest first. */
export class NewestExports1763700000116 implements MigrationInterface {
  name = 'NewestExports1763700000116';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX requested_exports_newest ON requested_exports (requester_id, created_time, id)',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
