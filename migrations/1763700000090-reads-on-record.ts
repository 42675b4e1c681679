import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Stores the common part of simultaneous reads of many accounts once; existing entries stay. */
export class ReadsOnRecord1763700000090 implements MigrationInterface {
  name = 'ReadsOnRecord1763700000090';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE audit_accesses (
        id ${type.id} NOT NULL,
        time ${type.time} NOT NULL,
        kind ${type.word} NOT NULL,
        actor_id ${type.id} NULL,
        client ${type.name} NULL,
        operation ${type.name} NOT NULL,
        fields ${type.text} NOT NULL,
        reason ${type.word} NULL,
        permissions ${type.text} NOT NULL,
        request_id ${type.word} NULL,
        PRIMARY KEY (id)
      ) ${type.clusteredTableOptions}`);
    await runner.query('CREATE INDEX audit_accesses_time ON audit_accesses (time)');
    await runner.query(`
      CREATE TABLE audit_reads (
        subject_id ${type.id} NOT NULL,
        time ${type.time} NOT NULL,
        id ${type.id} NOT NULL,
        access_id ${type.id} NOT NULL,
        PRIMARY KEY (subject_id, time, id)
      ) ${type.clusteredTableOptions}`);
    await runner.query('CREATE INDEX audit_reads_time ON audit_reads (time)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
