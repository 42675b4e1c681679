import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts with a role are listed newest first. */
export class NewestAccounts1763700000178 implements MigrationInterface {
  name = 'NewestAccounts1763700000178';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX users_newest ON users (created_time, id)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
