import { randomUUID } from 'node:crypto';
import { inChunks } from '../../src/records/data/in-chunks';
import { recordColumns } from '../../src/records/data/insert-records';
import type { Account } from './account';
import { openBareDatabase, type BareDatabase } from './bare-database';
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
  const database = openBareDatabase(databaseUrl);
  const otherUser = randomUUID();
  let uploaded = 0;
  let rows: Row[] = [];
  const ours = async () => {
    const dataSetId = await account.createDataSet();
    const bodies = [...uploadBodies(recordCount, uploaded)];
    uploaded += recordCount;
    const duration = await timed(() => account.upload(dataSetId, bodies));
    rows = await readRows(database, dataSetId);
    return duration;
  };
  const theirs = () => {
    const ownerAt = recordColumns.indexOf('user_id');
    const copies = rows.map((row) => row.with(ownerAt, otherUser));
    return timed(() => insert(database, copies));
  };
  const { ratio, ...times } = await compare(rounds, ours, theirs);
  await database.close();

  const rate = (milliseconds: number) => Math.round((recordCount / milliseconds) * 1000);
  return {
    what: `upload ${recordCount / batchSize} x ${batchSize} records / bare insert of their rows`,
    goal: `<= ${largestRatio.toFixed(1)}`,
    measured: ratio.toFixed(2),
    figures: `${rate(times.ours)}/s, bare ${rate(times.theirs)}/s`,
  };
}

async function readRows(database: BareDatabase, dataSetId: string): Promise<Row[]> {
  const sql = `SELECT ${recordColumns.join(', ')} FROM records WHERE upload_id = ? ORDER BY time, id`;
  const rows = await database.rows(sql, [dataSetId]);
  return rows.map((row) => recordColumns.map((column) => row[column] as unknown));
}

/** One transaction for as many rows as one upload has records. */
async function insert(database: BareDatabase, rows: readonly Row[]): Promise<void> {
  for (const batch of inChunks(rows, batchSize)) await database.insertRecords(batch);
}
