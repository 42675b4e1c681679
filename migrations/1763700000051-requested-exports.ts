import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Exports that are created in the background and kept for a limited time. */
export class RequestedExports1763700000051 implements MigrationInterface {
  name = 'RequestedExports1763700000051';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE requested_exports (
        id ${type.id} NOT NULL PRIMARY KEY,
        user_id ${type.id} NOT NULL,
        requester_id ${type.id} NOT NULL,
        options ${type.text} NOT NULL,
        state ${type.word} NOT NULL,
        line_count ${type.integer} NOT NULL,
        size ${type.time} NULL,
        content_key ${type.id} NULL,
        created_time ${type.time} NOT NULL,
        finished_time ${type.time} NULL,
        expiration_time ${type.time} NOT NULL
      ) ${type.tableOptions}`);
    await runner.query('CREATE INDEX requested_exports_user ON requested_exports (user_id)');
    await runner.query('CREATE INDEX requested_exports_requester ON requested_exports (requester_id, state)');
    await runner.query('CREATE INDEX requested_exports_content ON requested_exports (content_key)');
    await runner.query('CREATE INDEX requested_exports_end ON requested_exports (expiration_time)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
