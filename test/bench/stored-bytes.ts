import { statSync } from 'node:fs';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { startServer } from '../support/server-process';
import { Account } from './account';
import type { Result } from './result-table';
import { uploadBodies } from './sensor-records';

const records = 100_000;
const mostBytes = 700;

/** Bytes on disk for each record of a sensor that is uploaded, with its indexes. */
export async function benchStoredBytes(databaseUrl: string): Promise<Result[]> {
  const server = await startServer();
  const file = `${server.folder}/glycograph.db`;
  const before = await fileSize();
  await upload(await Account.open(server, 'bench-bytes'));
  const sqlite = (await fileSize()) - before;
  await server.close();
  const other = await startServer({ DATABASE_URL: databaseUrl });
  const owner = await Account.open(other, 'bench-bytes');
  await upload(owner);
  await other.close();
  const connection = await createConnection(databaseUrl);
  try {
    return [
      line('SQLite', sqlite / records),
      line('MariaDB', await bytesOfRecord(connection)),
      line('MariaDB with compressed pages', await compressedBytesOfRecord(connection, owner.userId)),
    ];
  } finally {
    await connection.end();
  }

  /** With the process stopped, the write-ahead log is in the file. */
  async function fileSize(): Promise<number> {
    await server.stop();
    const { size } = statSync(file);
    await server.start();
    return size;
  }
}

async function upload(account: Account): Promise<void> {
  await account.upload(await account.createDataSet(), uploadBodies(records));
  account.close();
}

const line = (database: string, bytes: number): Result => ({
  what: `bytes on disk of a reading, on ${database}`,
  goal: `<= ${mostBytes}`,
  measured: bytes.toFixed(0),
  figures: `${records} readings`,
});

/** From the pages of the table and its indexes; its file grows in large steps. */
async function bytesOfRecord(connection: Connection): Promise<number> {
  await connection.query('ANALYZE TABLE records');
  const [[count]] = await connection.query<RowDataPacket[]>('SELECT COUNT(*) AS count FROM records');
  const [[table]] = await connection.query<RowDataPacket[]>(
    `SELECT data_length + index_length AS bytes FROM information_schema.tables
     WHERE table_schema = DATABASE() AND table_name = 'records'`,
  );
  return Number(table?.bytes) / Number(count?.count);
}

/**
 * What the file of a copy of an account's records takes of the disk, once all of its pages are written: compressed ones
 * leave holes. The benchmarks that follow keep the table as it is.
 */
async function compressedBytesOfRecord(connection: Connection, userId: string): Promise<number> {
  await connection.query('CREATE TABLE compressed_records LIKE records');
  await connection.query('ALTER TABLE compressed_records PAGE_COMPRESSED = 1');
  await connection.query('INSERT INTO compressed_records SELECT * FROM records WHERE user_id = ?', [userId]);
  await connection.query('FLUSH TABLES compressed_records FOR EXPORT');
  const [[file]] = await connection.query<RowDataPacket[]>(
    `SELECT allocated_size AS bytes FROM information_schema.innodb_sys_tablespaces
     WHERE name = CONCAT(DATABASE(), '/compressed_records')`,
  );
  await connection.query('UNLOCK TABLES');
  await connection.query('DROP TABLE compressed_records');
  return Number(file?.bytes) / records;
}
