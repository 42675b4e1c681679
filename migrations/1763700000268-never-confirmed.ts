import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Accounts know whether an address of theirs has ever been confirmed. Of existing ones without a confirmed address it is unknown;
 * they count as if one had.
 */
export class NeverConfirmed1763700000268 implements MigrationInterface {
  name = 'NeverConfirmed1763700000268';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN never_confirmed INT NOT NULL DEFAULT 0');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
