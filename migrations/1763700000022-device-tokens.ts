import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Where to send push notifications. */
export class DeviceTokens1763700000022 implements MigrationInterface {
  name = 'DeviceTokens1763700000022';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE device_tokens (
        user_id ${type.id} NOT NULL,
        digest ${type.digest} NOT NULL,
        token ${type.text} NOT NULL,
        environment ${type.word} NOT NULL,
        created_time ${type.time} NOT NULL,
        modified_time ${type.time} NOT NULL,
        PRIMARY KEY (user_id, digest)
      ) ${type.clusteredTableOptions}`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
