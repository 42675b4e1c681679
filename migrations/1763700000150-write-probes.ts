import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** A table for probing whether the database accepts writes. */
export class WriteProbes1763700000150 implements MigrationInterface {
  name = 'WriteProbes1763700000150';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE write_probes (
        id ${type.id} NOT NULL PRIMARY KEY,
        written_time ${type.time} NOT NULL
      ) ${type.tableOptions}`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
