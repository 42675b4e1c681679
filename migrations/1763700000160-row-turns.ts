import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';
import { turnCount } from '../src/platform/database/cluster/turns';

/** Rows that transactions on different cluster nodes update to avoid conflicts with each other. */
export class RowTurns1763700000160 implements MigrationInterface {
  name = 'RowTurns1763700000160';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE row_turns (
        id ${type.integer} NOT NULL PRIMARY KEY,
        turn ${type.time} NOT NULL
      ) ${type.tableOptions}`);
    const rows = Array.from({ length: turnCount }, (_, id) => `(${id}, 0)`);
    await runner.query(`INSERT INTO row_turns (id, turn) VALUES ${rows.join(', ')}`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
