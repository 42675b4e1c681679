import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** A finished log-in is kept for a while, so that submitting its page again still redirects. */
export class FinishedLogIns1763700000100 implements MigrationInterface {
  name = 'FinishedLogIns1763700000100';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`ALTER TABLE log_in_attempts ADD COLUMN finished_time ${type.time} NULL`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
