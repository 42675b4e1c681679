import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Web push subscriptions of browsers. */
export class WebPush1763700000070 implements MigrationInterface {
  name = 'WebPush1763700000070';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE web_push_subscriptions (
        user_id ${type.id} NOT NULL,
        id ${type.word} NOT NULL,
        endpoint ${type.text} NOT NULL,
        p256dh ${type.name} NOT NULL,
        auth ${type.name} NOT NULL,
        created_time ${type.time} NOT NULL,
        modified_time ${type.time} NOT NULL,
        PRIMARY KEY (user_id, id)
      ) ${type.clusteredTableOptions}`);
    // A browser is looked up by its endpoint, whichever account it belonged to before.
    await runner.query('CREATE INDEX web_push_subscriptions_id ON web_push_subscriptions (id)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
