import { createConnection, type Connection } from 'mysql2/promise';
import { randomUUID } from 'node:crypto';
import { inChunks } from '../../src/records/data/in-chunks';
import { recordColumns, rowsPerStatement } from '../../src/records/data/insert-records';
import type { Account } from './account';
import type { Result } from './result-table';
import { compare, timed } from './rounds';
import { uploadBodies } from './sensor-records';

const recordCount = 10_000;
const batchSize = 1_000;
const rounds = 7;
const largestRatio = 2;

type Row = unknown[];

/** Time to upload records, compared with inserting the same rows into the same table. */
export async function benchUploading(account: Account, databaseUrl: string): Promise<Result> {
  const connection = await createConnection({ uri: databaseUrl, rowsAsArray: true });
  const otherUser = randomUUID();
  let uploaded = 0;
  let rows: Row[] = [];
  const ours = async () => {
    const dataSetId = await account.createDataSet();
    const bodies = [...uploadBodies(recordCount, uploaded)];
    uploaded += recordCount;
    const duration = await timed(() => account.upload(dataSetId, bodies));
    rows = await readRows(connection, dataSetId);
    return duration;
  };
  const theirs = () => {
    const ownerAt = recordColumns.indexOf('user_id');
    const copies = rows.map((row) => row.with(ownerAt, otherUser));
    return timed(() => insert(connection, copies));
  };
  const { ratio, ...times } = await compare(rounds, ours, theirs);
  await connection.end();

  const rate = (milliseconds: number) => Math.round((recordCount / milliseconds) * 1000);
  return {
    what: `upload ${recordCount / batchSize} x ${batchSize} records / bare insert of their rows`,
    goal: `<= ${largestRatio.toFixed(1)}`,
    measured: ratio.toFixed(2),
    figures: `${rate(times.ours)}/s, bare ${rate(times.theirs)}/s`,
  };
}

async function readRows(connection: Connection, dataSetId: string): Promise<Row[]> {
  const sql = `SELECT ${recordColumns.join(', ')} FROM records WHERE upload_id = ? ORDER BY time, id`;
  const [rows] = await connection.query(sql, [dataSetId]);
  return rows as Row[];
}

/** One transaction for as many rows as one upload has records. */
async function insert(connection: Connection, rows: readonly Row[]): Promise<void> {
  for (const batch of inChunks(rows, batchSize)) {
    await connection.beginTransaction();
    for (const chunk of inChunks(batch, rowsPerStatement)) {
      await connection.query(`INSERT INTO records (${recordColumns.join(', ')}) VALUES ?`, [chunk]);
    }
    await connection.commit();
  }
}
