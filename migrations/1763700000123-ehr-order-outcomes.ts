import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Orders of health record systems by clinic, with their outcomes and responses. */
export class EhrOrderOutcomes1763700000123 implements MigrationInterface {
  name = 'EhrOrderOutcomes1763700000123';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`ALTER TABLE ehr_messages ADD COLUMN procedure_name ${type.word} NULL`);
    await runner.query(`ALTER TABLE ehr_messages ADD COLUMN reason ${type.text} NULL`);
    await runner.query('CREATE INDEX ehr_messages_clinic ON ehr_messages (clinic_id, id)');
    await runner.query(`ALTER TABLE xealth_orders ADD COLUMN reason ${type.text} NULL`);
    await runner.query('CREATE INDEX xealth_orders_clinic ON xealth_orders (clinic_id, id)');
    await runner.query(`ALTER TABLE ehr_outgoing_messages ADD COLUMN order_id ${type.id} NULL`);
    await runner.query(`ALTER TABLE ehr_outgoing_messages ADD COLUMN data_model ${type.word} NULL`);
    await runner.query(`ALTER TABLE ehr_outgoing_messages ADD COLUMN attempts ${type.integer} NULL`);
    await runner.query('CREATE INDEX ehr_outgoing_messages_order ON ehr_outgoing_messages (order_id, id)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
