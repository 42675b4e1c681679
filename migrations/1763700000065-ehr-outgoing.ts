import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Messages to health record systems. */
export class EhrOutgoing1763700000065 implements MigrationInterface {
  name = 'EhrOutgoing1763700000065';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE ehr_outgoing_messages (
        id ${type.id} NOT NULL PRIMARY KEY,
        clinic_id ${type.id} NOT NULL,
        user_id ${type.id} NULL,
        content ${type.text} NOT NULL,
        created_time ${type.time} NOT NULL,
        sent_time ${type.time} NULL
      ) ${type.tableOptions}`);
    await runner.query(
      'CREATE INDEX ehr_outgoing_messages_patient ON ehr_outgoing_messages (clinic_id, user_id)',
    );
    await runner.query('CREATE INDEX ehr_outgoing_messages_created ON ehr_outgoing_messages (created_time)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
