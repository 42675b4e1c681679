import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Rows that processes write to measure the lag of database replicas. */
export class ReplicaBeats1763700000172 implements MigrationInterface {
  name = 'ReplicaBeats1763700000172';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE replica_beats (
        id ${type.id} NOT NULL PRIMARY KEY,
        beat ${type.time} NOT NULL,
        written_time ${type.time} NOT NULL
      ) ${type.tableOptions}`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
