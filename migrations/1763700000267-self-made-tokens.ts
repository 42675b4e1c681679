import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Restricted tokens know whether a person asked for them: whoever signed up with the address of somebody else may have. */
export class SelfMadeTokens1763700000267 implements MigrationInterface {
  name = 'SelfMadeTokens1763700000267';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE restricted_tokens ADD COLUMN self_made INT NOT NULL DEFAULT 0');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
