import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** The consents granted or revoked with each logged change. */
export class ConsentChanges1763700000073 implements MigrationInterface {
  name = 'ConsentChanges1763700000073';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`ALTER TABLE audit_entries ADD COLUMN consents ${type.text} NULL`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
