import type { Dialect } from '../../platform/database/dialect';
import type { SnapshotQuery } from '../../platform/database/snapshot';
import { idKey } from './id-key';
import { inChunks } from './in-chunks';
import type { RecordFilter } from './record-filter';
import { recordsBy } from './record-lookup';

/** A data set of an account. */
export interface DataSetKey {
  userId: string;
  uploadId: string;
}

/** Records of a data set that are found by its index, and sorted for every page. */
const mostSorted = 5_000;

/** Records whose times are looked at. Of more of them, the first ones are soon found among those of the account. */
const mostCounted = 40_000;

/** Milliseconds in which an account has few records. */
const shortTime = 7 * 86_400_000;

/** Data sets that one statement looks at. */
export const dataSetsAtOnce = 100;

/** How many records a data set has, and between which times; of a large one only a part. */
interface Extent {
  count: number;
  from: number;
  to: number;
}

type Row = [question: number, count: number | string, from: number | string, to: number | string];

/**
 * Which data sets have so many records that other ways find them faster than the index of data sets, which has neither their
 * times nor their types. In the order of the keys.
 */
export async function areLargeDataSets(
  dialect: Dialect,
  query: SnapshotQuery,
  keys: readonly DataSetKey[],
): Promise<boolean[]> {
  const extents = await readExtents(dialect, query, keys, mostSorted + 1);
  return extents.map(({ count }) => count > mostSorted);
}

/** Looks at no more than `most` records of each data set. In the order of the keys. */
async function readExtents(
  dialect: Dialect,
  query: SnapshotQuery,
  keys: readonly DataSetKey[],
  most: number,
): Promise<Extent[]> {
  const part = `SELECT time FROM ${recordsBy(dialect, 'records_upload')}
    WHERE user_id = ? AND upload_id = ? LIMIT ${most}`;
  const extents = keys.map(() => ({ count: 0, from: 0, to: 0 }));
  for (const chunk of inChunks([...keys.entries()], dataSetsAtOnce)) {
    const parts = chunk.map(
      ([place]) => `SELECT ${place}, COUNT(*), MIN(time), MAX(time) FROM (${part}) part`,
    );
    const parameters = chunk.flatMap(([, { userId, uploadId }]) => [userId, idKey(uploadId)]);
    for (const [place, count, from, to] of await query<Row>(parts.join(' UNION ALL '), parameters))
      extents[Number(place)] = { count: Number(count), from: Number(from), to: Number(to) };
  }
  return extents;
}

/**
 * Large data sets are read in the order of time, among the other records of their account between their first and their last
 * one. By the index of data sets, every page would sort all of their records; for small ones, that takes less.
 */
export async function walkLargeDataSets<Asked extends { userId: string; filter: RecordFilter }>(
  dialect: Dialect,
  query: SnapshotQuery,
  questions: readonly Asked[],
): Promise<Asked[]> {
  const asked = questions.filter(({ filter }) => filter.uploadId !== undefined && filter.ids === undefined);
  const unknown = asked.filter(({ filter }) => !isShort(filter));
  const keys = unknown.map(({ userId, filter: { uploadId = '' } }) => ({ userId, uploadId }));
  const extents = await readExtents(dialect, query, keys, mostCounted + 1);
  const walks = new Map<Asked, RecordFilter['walked']>(asked.map((question) => [question, {}]));
  for (const [place, question] of unknown.entries()) walks.set(question, walkOver(extents[place]));
  return questions.map((question) => {
    const walked = walks.get(question);
    return walked ? { ...question, filter: { ...question.filter, walked } } : question;
  });
}

const isShort = ({ from = -Infinity, to = Infinity }: RecordFilter): boolean => to - from <= shortTime;

function walkOver({ count, from, to }: Extent = { count: 0, from: 0, to: 0 }): RecordFilter['walked'] {
  if (count <= mostSorted) return undefined;
  return count > mostCounted ? {} : { from, to };
}
