import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnTypes, dialectOfDriver } from '../src/platform/database/dialect';

/** Blobs and device logs: metadata of content that is in a separate store. */
export class Storage1763700000011 implements MigrationInterface {
  name = 'Storage1763700000011';

  async up(runner: QueryRunner): Promise<void> {
    const type = columnTypes(dialectOfDriver(runner.connection.options.type));
    await runner.query(`
      CREATE TABLE blobs (
        user_id ${type.id} NOT NULL,
        id ${type.id} NOT NULL,
        status ${type.word} NOT NULL,
        media_type ${type.text} NOT NULL,
        digest_md5 ${type.word} NOT NULL,
        size ${type.integer} NOT NULL,
        content_key ${type.id} NULL,
        created_time ${type.time} NOT NULL,
        modified_time ${type.time} NULL,
        revision ${type.integer} NOT NULL,
        PRIMARY KEY (user_id, id)
      ) ${type.tableOptions}`);
    await runner.query('CREATE UNIQUE INDEX blobs_id ON blobs (id)');
    await runner.query('CREATE UNIQUE INDEX blobs_content ON blobs (content_key)');
    await runner.query('CREATE INDEX blobs_created ON blobs (user_id, status, created_time, id)');

    await runner.query(`
      CREATE TABLE device_logs (
        user_id ${type.id} NOT NULL,
        id ${type.id} NOT NULL,
        digest_md5 ${type.word} NOT NULL,
        size ${type.integer} NOT NULL,
        content_key ${type.id} NOT NULL,
        start_time ${type.time} NOT NULL,
        end_time ${type.time} NOT NULL,
        created_time ${type.time} NOT NULL,
        PRIMARY KEY (user_id, id)
      ) ${type.tableOptions}`);
    await runner.query('CREATE UNIQUE INDEX device_logs_id ON device_logs (id)');
    await runner.query('CREATE UNIQUE INDEX device_logs_content ON device_logs (content_key)');
    await runner.query(
      'CREATE INDEX device_logs_start ON device_logs (user_id, start_time, created_time, id)',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
