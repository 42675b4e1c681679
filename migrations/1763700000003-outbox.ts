import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Pending effects of committed changes. */
export class Outbox1763700000003 implements MigrationInterface {
  name = 'Outbox1763700000003';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE outbox_messages (
        id ${type.id} NOT NULL PRIMARY KEY,
        topic ${type.word} NOT NULL,
        payload ${type.text} NOT NULL,
        attempts ${type.integer} NOT NULL,
        created_time ${type.time} NOT NULL,
        due_time ${type.time} NOT NULL,
        worker ${type.id} NULL,
        last_error ${type.text} NULL
      ) ${type.tableOptions}`);
    await runner.query('CREATE INDEX outbox_messages_due ON outbox_messages (due_time, id)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
