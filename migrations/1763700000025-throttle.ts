import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Counters for throttling. */
export class Throttle1763700000025 implements MigrationInterface {
  name = 'Throttle1763700000025';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE throttle_counters (
        counter_key ${type.word} NOT NULL PRIMARY KEY,
        events ${type.integer} NOT NULL,
        expires_time ${type.time} NOT NULL
      ) ${type.tableOptions}`);
    await runner.query('CREATE INDEX throttle_counters_expires ON throttle_counters (expires_time)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
