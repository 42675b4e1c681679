import { statSync } from 'node:fs';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
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
  await upload(await Account.open(other, 'bench-bytes'));
  await other.close();
  return [line('SQLite', sqlite / records), line('MariaDB', await bytesOfRecord(databaseUrl))];

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
async function bytesOfRecord(databaseUrl: string): Promise<number> {
  const connection = await createConnection(databaseUrl);
  try {
    await connection.query('ANALYZE TABLE records');
    const [[count]] = await connection.query<RowDataPacket[]>('SELECT COUNT(*) AS count FROM records');
    const [[table]] = await connection.query<RowDataPacket[]>(
      `SELECT data_length + index_length AS bytes FROM information_schema.tables
       WHERE table_schema = DATABASE() AND table_name = 'records'`,
    );
    return Number(table?.bytes) / Number(count?.count);
  } finally {
    await connection.end();
  }
}
