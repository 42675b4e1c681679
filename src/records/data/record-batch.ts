import type { Database } from '../../platform/database/database';
import { idKey } from './id-key';
import type { RecordEntity } from './record.entity';

/** A summary of some records. */
export interface RecordBatch {
  types: string[];
  /** Times of the first and last record, in milliseconds since the epoch; null if there is none. */
  from: number | null;
  to: number | null;
  count: number;
}

interface DataSetKey {
  userId: string;
  uploadId: string;
}

interface TypeRow extends DataSetKey {
  type: string;
  number: number;
  first: number;
  last: number;
}

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

function groupByUser(keys: readonly DataSetKey[]): Map<string, Set<string>> {
  const byUser = new Map<string, Set<string>>();
  for (const { userId, uploadId } of keys) {
    byUser.set(userId, (byUser.get(userId) ?? new Set()).add(idKey(uploadId)));
  }
  return byUser;
}

/** Summaries of the visible records of data sets, in the order of the keys. */
export async function describeDataSets(
  { plain }: Database,
  keys: readonly DataSetKey[],
): Promise<RecordBatch[]> {
  const parts = [...groupByUser(keys)].map(([userId, uploadIds]) => ({
    sql: `(user_id = ? AND upload_id IN (${[...uploadIds].map(() => '?').join(', ')}))`,
    parameters: [userId, ...uploadIds],
  }));
  const rows = await plain.rows<TypeRow>(
    `SELECT user_id AS userId, upload_id AS uploadId, type, COUNT(*) AS number, MIN(time) AS first, MAX(time) AS last
     FROM records WHERE active = 1 AND (${parts.map(({ sql }) => sql).join(' OR ')})
     GROUP BY user_id, upload_id, type ORDER BY type`,
    parts.flatMap(({ parameters }) => parameters),
  );
  return keys.map(({ userId, uploadId }) => {
    const own = rows.filter((row) => row.userId === userId && row.uploadId === idKey(uploadId));
    return {
      types: own.map(({ type }) => type),
      from: own.length === 0 ? null : Math.min(...own.map(({ first }) => Number(first))),
      to: own.length === 0 ? null : Math.max(...own.map(({ last }) => Number(last))),
      count: own.reduce((sum, { number }) => sum + Number(number), 0),
    };
  });
}
