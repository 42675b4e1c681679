import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** The access log: who read or changed whose data. */
export class Audit1763700000020 implements MigrationInterface {
  name = 'Audit1763700000020';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE audit_entries (
        subject_id ${type.id} NOT NULL,
        time ${type.time} NOT NULL,
        id ${type.id} NOT NULL,
        kind ${type.word} NOT NULL,
        actor_id ${type.id} NULL,
        client ${type.name} NULL,
        operation ${type.name} NOT NULL,
        fields ${type.text} NOT NULL,
        reason ${type.word} NULL,
        permissions ${type.text} NOT NULL,
        request_id ${type.word} NULL,
        PRIMARY KEY (subject_id, time, id)
      ) ${type.clusteredTableOptions}`);
    await runner.query('CREATE INDEX audit_entries_time ON audit_entries (time)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
