import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** A form before a Xealth order is for one person. Forms of earlier releases do not say for whom. */
export class PeopleOfForms1763700000270 implements MigrationInterface {
  name = 'PeopleOfForms1763700000270';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`ALTER TABLE xealth_preorders ADD COLUMN person_digest ${type.digest} NULL`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
