import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Requests without a key are recorded before their outcome is known; the existing rows are dropped. */
export class StandingOfRequests1763700000080 implements MigrationInterface {
  name = 'StandingOfRequests1763700000080';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`ALTER TABLE done_requests ADD COLUMN standing ${type.word} NULL`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
