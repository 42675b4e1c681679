import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/**
 * Clients of the legacy route choose the ids of their data sets and records. Two accounts may use the same ids, and
 * records are found by their id alone.
 */
export class LegacyData1763700000032 implements MigrationInterface {
  name = 'LegacyData1763700000032';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOfDriver(runner.connection.options.type);
    const type = columnTypes(dialect);
    await runner.query(`ALTER TABLE data_sets ADD COLUMN address ${type.id} NULL`);
    await runner.query(`ALTER TABLE data_sets ADD COLUMN unique_id ${type.id} NULL`);
    await runner.query('UPDATE data_sets SET address = upload_id, unique_id = id');
    const ofTable = dialect === 'mysql' ? ' ON data_sets' : '';
    for (const index of ['data_sets_upload', 'data_sets_id']) {
      await runner.query(`DROP INDEX ${index}${ofTable}`);
    }
    await runner.query('CREATE UNIQUE INDEX data_sets_address ON data_sets (address)');
    await runner.query('CREATE UNIQUE INDEX data_sets_unique_id ON data_sets (unique_id)');
    await runner.query('CREATE UNIQUE INDEX data_sets_id ON data_sets (user_id, id)');
    await runner.query('CREATE INDEX records_id ON records (user_id, id)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
