import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/**
 * Accounts count how often all of their log-ins were ended; a pending log-in stores the count from its password check.
 * Both start at the same number, so that pending log-ins continue.
 */
export class LogInRounds1763700000165 implements MigrationInterface {
  name = 'LogInRounds1763700000165';

  async up(runner: QueryRunner): Promise<void> {
    const { integer } = columnTypes(dialectOfDriver(runner.connection.options.type));
    for (const table of ['users', 'log_in_attempts'])
      await runner.query(`ALTER TABLE ${table} ADD COLUMN log_in_round ${integer} NOT NULL DEFAULT 0`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
