import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Messages know the trace of the change that caused them, and the oldest one is found by an index. */
export class OutboxTraces1763700000192 implements MigrationInterface {
  name = 'OutboxTraces1763700000192';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`ALTER TABLE outbox_messages ADD COLUMN trace_parent ${type.word} NULL`);
    await runner.query('CREATE INDEX outbox_messages_age ON outbox_messages (created_time)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
