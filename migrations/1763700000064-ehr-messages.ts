import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Messages of health record systems, the patients with enabled reports, and scheduled reports. */
export class EhrMessages1763700000064 implements MigrationInterface {
  name = 'EhrMessages1763700000064';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE ehr_messages (
        id ${type.id} NOT NULL PRIMARY KEY,
        data_model ${type.name} NOT NULL,
        event_type ${type.name} NOT NULL,
        content ${type.text} NOT NULL,
        clinic_id ${type.id} NULL,
        user_id ${type.id} NULL,
        created_time ${type.time} NOT NULL
      ) ${type.tableOptions}`);
    await runner.query('CREATE INDEX ehr_messages_patient ON ehr_messages (clinic_id, user_id)');
    await runner.query('CREATE INDEX ehr_messages_created ON ehr_messages (created_time)');
    await runner.query(`
      CREATE TABLE ehr_subscriptions (
        clinic_id ${type.id} NOT NULL,
        user_id ${type.id} NOT NULL,
        name ${type.word} NOT NULL,
        active ${type.flag} NOT NULL,
        provider ${type.word} NOT NULL,
        matched_messages ${type.text} NOT NULL,
        created_time ${type.time} NOT NULL,
        updated_time ${type.time} NOT NULL,
        PRIMARY KEY (clinic_id, user_id, name)
      ) ${type.clusteredTableOptions}`);
    await runner.query(
      'CREATE INDEX ehr_subscriptions_active ON ehr_subscriptions (clinic_id, name, active)',
    );
    await runner.query('CREATE INDEX ehr_subscriptions_user ON ehr_subscriptions (user_id, name, active)');
    await runner.query(`
      CREATE TABLE ehr_scheduled_orders (
        id ${type.id} NOT NULL PRIMARY KEY,
        clinic_id ${type.id} NOT NULL,
        user_id ${type.id} NOT NULL,
        message_id ${type.id} NOT NULL,
        preceding_id ${type.id} NULL,
        preceding_time ${type.time} NULL,
        created_time ${type.time} NOT NULL
      ) ${type.tableOptions}`);
    await runner.query('CREATE INDEX ehr_scheduled_orders_message ON ehr_scheduled_orders (message_id, id)');
    await runner.query(
      'CREATE INDEX ehr_scheduled_orders_patient ON ehr_scheduled_orders (clinic_id, user_id)',
    );
    await runner.query('CREATE INDEX ehr_scheduled_orders_created ON ehr_scheduled_orders (created_time)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
