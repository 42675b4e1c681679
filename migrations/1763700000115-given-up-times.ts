import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Sessions record when one of their tokens or grants was last revoked, which also revokes older pending ones. */
export class GivenUpTimes1763700000115 implements MigrationInterface {
  name = 'GivenUpTimes1763700000115';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`ALTER TABLE sessions ADD COLUMN given_up_time ${type.time} NULL`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
