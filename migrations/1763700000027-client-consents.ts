import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Permissions that people have given to third-party clients. */
export class ClientConsents1763700000027 implements MigrationInterface {
  name = 'ClientConsents1763700000027';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE client_consents (
        user_id ${type.id} NOT NULL,
        client_id ${type.name} NOT NULL,
        scope_name ${type.word} NOT NULL,
        given_time ${type.time} NOT NULL,
        PRIMARY KEY (user_id, client_id, scope_name)
      ) ${type.clusteredTableOptions}`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
