import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Requests that were executed with an idempotency key. */
export class DoneRequests1763700000042 implements MigrationInterface {
  name = 'DoneRequests1763700000042';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE done_requests (
        user_id ${type.id} NOT NULL,
        purpose ${type.word} NOT NULL,
        key_digest ${type.word} NOT NULL,
        body_digest ${type.word} NOT NULL,
        result ${type.word} NOT NULL,
        created_time ${type.time} NOT NULL,
        PRIMARY KEY (user_id, purpose, key_digest)
      ) ${type.clusteredTableOptions}`);
    await runner.query('CREATE INDEX done_requests_created ON done_requests (created_time)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
