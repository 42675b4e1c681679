import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Links mailed to a former address of an account become invalid, because the reader of that mailbox may not be the
 * owner.
 */
export class FormerAddresses1763700000105 implements MigrationInterface {
  name = 'FormerAddresses1763700000105';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE confirmations SET status = 'canceled', modified_time = ?
        WHERE status = 'pending' AND type IN ('signup_confirmation', 'password_reset') AND user_id IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = confirmations.user_id AND u.email = confirmations.address)`,
      [Date.now()],
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
