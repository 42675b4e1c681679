import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialectOfDriver } from '../src/platform/database/dialect';

/** An index for waiting tasks in execution order. What a single process did for all others becomes a task. */
export class ClaimedTasks1763700000050 implements MigrationInterface {
  name = 'ClaimedTasks1763700000050';

  async up(runner: QueryRunner): Promise<void> {
    const ofTable = dialectOfDriver(runner.connection.options.type) === 'mysql' ? ' ON tasks' : '';
    await runner.query(`DROP INDEX tasks_due${ofTable}`);
    await runner.query(
      'CREATE INDEX tasks_due ON tasks (type, state, priority DESC, due_time, created_time)',
    );
    await runner.query('DROP TABLE work_leases');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
