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
 *
 * SQLite is told what a large table looks like. Without statistics it assumes that an account has ten records, and reads
 * all records of the account in place of a few.
 */
export class MergedRecordIndexes1763700000220 implements MigrationInterface {
  name = 'MergedRecordIndexes1763700000220';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOfDriver(runner.connection.options.type);
    for (const statement of statements[dialect]) await runner.query(statement);
    if (dialect === 'sqlite') await describeTable(runner);
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

/**
 * The statistics of a table of records: its rows, then how many share the first column of an index, the first two, and so
 * on. Only the proportions matter.
 */
const statistics = {
  records: '10000000 100000 2 1 1',
  records_type: '10000000 100000 90000 20000 2 1',
  records_key: '10000000 100000 1 1',
  records_upload: '10000000 100000 5000 1',
  records_hash: '3000000 50000 2',
};

async function describeTable(runner: QueryRunner): Promise<void> {
  // Creates the table of statistics; other tables of the database have none.
  await runner.query('ANALYZE sqlite_schema');
  await runner.query("DELETE FROM sqlite_stat1 WHERE tbl = 'records'");
  for (const [index, figures] of Object.entries(statistics))
    await runner.query("INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('records', ?, ?)", [
      index,
      figures,
    ]);
  // Connections read the statistics when they open, or now.
  await runner.query('ANALYZE sqlite_schema');
}
