import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links that were mailed to a former address of an account are dead: whoever reads the mail is not its owner. */
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
