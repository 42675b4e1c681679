import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Sessions record the external identity provider that they came from. */
export class SessionProvider1763700000023 implements MigrationInterface {
  name = 'SessionProvider1763700000023';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`ALTER TABLE sessions ADD COLUMN identity_provider ${type.word} NULL`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
