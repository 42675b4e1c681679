import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Restricted tokens. */
export class RestrictedTokens1763700000014 implements MigrationInterface {
  name = 'RestrictedTokens1763700000014';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE restricted_tokens (
        user_id ${type.id} NOT NULL,
        id ${type.id} NOT NULL,
        paths ${type.text} NULL,
        expiration_time ${type.time} NOT NULL,
        created_time ${type.time} NOT NULL,
        modified_time ${type.time} NULL,
        PRIMARY KEY (user_id, id)
      ) ${type.clusteredTableOptions}`);
    await runner.query('CREATE UNIQUE INDEX restricted_tokens_id ON restricted_tokens (id)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
