import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Forms and orders of Xealth, report views, and the Redox order that created an account. */
export class Xealth1763700000078 implements MigrationInterface {
  name = 'Xealth1763700000078';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE xealth_preorders (
        clinic_id ${type.id} NOT NULL,
        tracking_id ${type.id} NOT NULL,
        enrollment ${type.text} NOT NULL,
        created_time ${type.time} NOT NULL,
        PRIMARY KEY (clinic_id, tracking_id)
      ) ${type.clusteredTableOptions}`);
    await runner.query('CREATE INDEX xealth_preorders_created ON xealth_preorders (created_time)');
    await runner.query(`
      CREATE TABLE xealth_orders (
        id ${type.id} NOT NULL PRIMARY KEY,
        order_digest ${type.digest} NOT NULL,
        clinic_id ${type.id} NOT NULL,
        user_id ${type.id} NULL,
        deployment ${type.text} NOT NULL,
        order_id ${type.text} NOT NULL,
        cancellation_id ${type.id} NULL,
        created_time ${type.time} NOT NULL
      ) ${type.tableOptions}`);
    await runner.query('CREATE UNIQUE INDEX xealth_orders_order ON xealth_orders (order_digest)');
    await runner.query('CREATE INDEX xealth_orders_patient ON xealth_orders (clinic_id, user_id)');
    await runner.query('CREATE INDEX xealth_orders_created ON xealth_orders (created_time)');
    await runner.query(`
      CREATE TABLE xealth_views (
        clinic_id ${type.id} NOT NULL,
        user_id ${type.id} NOT NULL,
        viewer_digest ${type.digest} NOT NULL,
        viewed_time ${type.time} NOT NULL,
        PRIMARY KEY (clinic_id, user_id, viewer_digest)
      ) ${type.clusteredTableOptions}`);
    await runner.query(`ALTER TABLE ehr_messages ADD COLUMN opened_user_id ${type.id} NULL`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
