import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes that find the data of a deleted account. */
export class AccountDeletion1763700000021 implements MigrationInterface {
  name = 'AccountDeletion1763700000021';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['log_in_attempts', 'browser_sign_ons', 'authorization_codes'])
      await runner.query(`CREATE INDEX ${table}_user ON ${table} (user_id)`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
