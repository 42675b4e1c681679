import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Background tasks. */
export class Tasks1763700000030 implements MigrationInterface {
  name = 'Tasks1763700000030';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE tasks (
        id ${type.id} NOT NULL PRIMARY KEY,
        name ${type.name} NULL,
        type ${type.name} NOT NULL,
        priority ${type.integer} NOT NULL,
        data ${type.text} NULL,
        available_time ${type.time} NULL,
        due_time ${type.time} NOT NULL,
        expiration_time ${type.time} NULL,
        state ${type.word} NOT NULL,
        run_id ${type.id} NULL,
        deadline_time ${type.time} NULL,
        run_time ${type.time} NULL,
        duration ${type.integer} NULL,
        error ${type.text} NULL,
        created_time ${type.time} NOT NULL,
        modified_time ${type.time} NULL
      ) ${type.tableOptions}`);
    await runner.query('CREATE UNIQUE INDEX tasks_name ON tasks (name)');
    await runner.query('CREATE INDEX tasks_due ON tasks (type, state, priority, due_time, created_time)');
    await runner.query('CREATE INDEX tasks_deadline ON tasks (state, deadline_time)');
    await runner.query('CREATE INDEX tasks_created ON tasks (created_time, id)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
