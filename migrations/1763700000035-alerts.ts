import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Alert configurations. */
export class Alerts1763700000035 implements MigrationInterface {
  name = 'Alerts1763700000035';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE alerts_configs (
        followed_id ${type.id} NOT NULL,
        follower_id ${type.id} NOT NULL,
        data_set_id ${type.id} NULL,
        sections ${type.text} NOT NULL,
        created_time ${type.time} NOT NULL,
        modified_time ${type.time} NOT NULL,
        PRIMARY KEY (followed_id, follower_id)
      ) ${type.clusteredTableOptions}`);
    await runner.query('CREATE INDEX alerts_configs_follower ON alerts_configs (follower_id)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
