import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/**
 * Buckets of sensors keep the readings that count. Those made before have none: the records are read in their place until
 * they are made again.
 */
export class KeptReadings1763700000176 implements MigrationInterface {
  name = 'KeptReadings1763700000176';

  async up(runner: QueryRunner): Promise<void> {
    const { text } = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`ALTER TABLE summary_buckets ADD COLUMN readings ${text} NULL`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
