import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Data sets and records. */
export class Data1763700000004 implements MigrationInterface {
  name = 'Data1763700000004';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE data_sets (
        user_id ${type.id} NOT NULL,
        upload_id ${type.id} NOT NULL,
        id ${type.id} NOT NULL,
        data_set_type ${type.word} NOT NULL,
        state ${type.word} NOT NULL,
        active ${type.flag} NOT NULL,
        deduplicator ${type.word} NOT NULL,
        client_name ${type.text} NULL,
        device_id ${type.text} NULL,
        time ${type.time} NOT NULL,
        content ${type.text} NOT NULL,
        by_user ${type.id} NULL,
        provenance ${type.text} NOT NULL,
        created_time ${type.time} NOT NULL,
        modified_time ${type.time} NOT NULL,
        deleted_time ${type.time} NULL,
        PRIMARY KEY (user_id, upload_id)
      ) ${type.tableOptions}`);
    await runner.query('CREATE UNIQUE INDEX data_sets_upload ON data_sets (upload_id)');
    await runner.query('CREATE UNIQUE INDEX data_sets_id ON data_sets (id)');
    await runner.query('CREATE INDEX data_sets_created ON data_sets (user_id, active, created_time, id)');
    await runner.query('CREATE INDEX data_sets_time ON data_sets (user_id, active, time, id)');

    await runner.query(`
      CREATE TABLE records (
        user_id ${type.id} NOT NULL,
        time ${type.time} NOT NULL,
        id ${type.id} NOT NULL,
        upload_id ${type.id} NOT NULL,
        type ${type.word} NOT NULL,
        sub_type ${type.word} NULL,
        active ${type.flag} NOT NULL,
        device_id ${type.text} NULL,
        origin_id ${type.name} NULL,
        hash ${type.digest} NULL,
        sample_interval ${type.integer} NULL,
        reason ${type.name} NULL,
        source ${type.word} NULL,
        created_time ${type.time} NOT NULL,
        archived_time ${type.time} NULL,
        archived_upload_id ${type.id} NULL,
        content ${type.text} NOT NULL,
        PRIMARY KEY (user_id, time, id, upload_id)
      ) ${type.clusteredTableOptions}`);
    await runner.query('CREATE INDEX records_type ON records (user_id, active, type, time, id)');
    await runner.query('CREATE UNIQUE INDEX records_upload ON records (user_id, upload_id, id)');
    await runner.query('CREATE INDEX records_origin ON records (user_id, upload_id, origin_id)');
    await runner.query('CREATE INDEX records_hash ON records (user_id, hash)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
