import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialectOfDriver, type Dialect } from '../src/platform/database/dialect';

/** Characters of a SHA-256 in base64 that tell records apart: 96 bits. */
const distinctive = 16;

/**
 * Four indexes of records do the work of five. `records_key` finds a record by its id, with or without its data set, and
 * takes over from `records_id`. `records_upload` finds the records of a data set, with or without the id at their origin,
 * and takes over from `records_origin`. `records_hash` leaves out what it does not need: the end of each digest on MySQL,
 * and records without a digest on SQLite.
 *
 * `records_upload` changes in one statement, because processes of an earlier release name it in their queries.
 */
export class MergedRecordIndexes1763700000220 implements MigrationInterface {
  name = 'MergedRecordIndexes1763700000220';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOfDriver(runner.connection.options.type);
    for (const statement of statements[dialect]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

const key = 'CREATE UNIQUE INDEX records_key ON records (user_id, id, upload_id)';

const statements: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    key,
    'DROP INDEX records_id',
    'DROP INDEX records_upload',
    'CREATE INDEX records_upload ON records (user_id, upload_id, origin_id)',
    'DROP INDEX records_origin',
    'DROP INDEX records_hash',
    'CREATE INDEX records_hash ON records (user_id, hash) WHERE hash IS NOT NULL',
  ],
  mysql: [
    key,
    'DROP INDEX records_id ON records',
    `ALTER TABLE records DROP INDEX records_upload, ADD INDEX records_upload (user_id, upload_id, origin_id)`,
    'DROP INDEX records_origin ON records',
    `ALTER TABLE records DROP INDEX records_hash, ADD INDEX records_hash (user_id, hash(${distinctive}))`,
  ],
};
