import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialectOfDriver } from '../src/platform/database/dialect';

/** Threads and replies are read in the order of their events. */
export class SortedThreads1763700000179 implements MigrationInterface {
  name = 'SortedThreads1763700000179';

  async up(runner: QueryRunner): Promise<void> {
    const of = dialectOfDriver(runner.connection.options.type) === 'mysql' ? ' ON messages' : '';
    await runner.query('CREATE INDEX messages_thread ON messages (root_id, event_time, created_time, id)');
    await runner.query('CREATE INDEX messages_replies ON messages (parent_id, event_time, created_time, id)');
    // Their columns are the first ones of the new indexes.
    await runner.query(`DROP INDEX messages_root${of}`);
    await runner.query(`DROP INDEX messages_parent${of}`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
