import type { Dialect } from '../../platform/database/dialect';
import type { SnapshotQuery } from '../../platform/database/snapshot';
import { idKey } from './id-key';
import { inChunks } from './in-chunks';
import { dataSetsAtOnce, areLargeDataSets, type DataSetKey } from './large-data-sets';
import { recordsBy } from './record-lookup';
import type { RecordEntity } from './record.entity';

/** A summary of some records. */
export interface RecordBatch {
  types: string[];
  /** Times of the first and last record, in milliseconds since the epoch; null if there is none. */
  from: number | null;
  to: number | null;
  count: number;
}

type TypeRow = [
  question: number,
  type: string,
  count: number | string,
  first: number | string,
  last: number | string,
];

/** Maximum number of record ids in an event. */
const named = 100;

/** A summary of a batch of new records, with the ids of its newest ones. */
export function describeBatch(records: readonly RecordEntity[]): RecordBatch & { newestIds: string[] } {
  const newestFirst = [...records].sort((a, b) => b.time - a.time);
  return {
    types: [...new Set(records.map(({ type }) => type))].sort(),
    from: newestFirst.at(-1)?.time ?? null,
    to: newestFirst[0]?.time ?? null,
    count: records.length,
    newestIds: newestFirst.slice(0, named).map(({ id }) => id),
  };
}

/** Summaries of the visible records of data sets, in the order of the keys. */
export async function describeDataSets(
  dialect: Dialect,
  query: SnapshotQuery,
  keys: readonly DataSetKey[],
): Promise<RecordBatch[]> {
  const batches = keys.map((): RecordBatch => ({ types: [], from: null, to: null, count: 0 }));
  const large = await areLargeDataSets(dialect, query, keys);
  const numbered = keys.map((key, question) => ({
    ...key,
    question,
    isLarge: large[question] === true,
  }));
  for (const chunk of inChunks(numbered, dataSetsAtOnce)) {
    const parts = chunk.map(({ question, isLarge }) => {
      // The index of types has all that is asked; the other one leads to a row for each record.
      const table = recordsBy(dialect, isLarge ? 'records_type' : 'records_upload');
      return `SELECT ${question}, type, COUNT(*), MIN(time), MAX(time) FROM ${table}
        WHERE user_id = ? AND active = 1 AND upload_id = ? GROUP BY type`;
    });
    const parameters = chunk.flatMap(({ userId, uploadId }) => [userId, idKey(uploadId)]);
    for (const row of await query<TypeRow>(parts.join(' UNION ALL '), parameters)) {
      const [question, type, count, first, last] = row;
      const batch = batches[Number(question)];
      if (batch) addType(batch, type, { count: Number(count), first: Number(first), last: Number(last) });
    }
  }
  for (const { types } of batches) types.sort();
  return batches;
}

function addType(
  batch: RecordBatch,
  type: string,
  { count, first, last }: { count: number; first: number; last: number },
): void {
  batch.types.push(type);
  batch.count += count;
  batch.from = Math.min(batch.from ?? Infinity, first);
  batch.to = Math.max(batch.to ?? -Infinity, last);
}
