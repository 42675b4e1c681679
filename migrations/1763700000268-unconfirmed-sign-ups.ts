import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Accounts know whether somebody has signed up with an address that nobody has confirmed since. Of existing accounts it is
 * unknown; they count as if their owner had opened them.
 */
export class UnconfirmedSignUps1763700000268 implements MigrationInterface {
  name = 'UnconfirmedSignUps1763700000268';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN unconfirmed_sign_up INT NOT NULL DEFAULT 0');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
