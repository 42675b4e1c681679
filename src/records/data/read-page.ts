import type { Dialect } from '../../platform/database/dialect';
import type { SnapshotQuery } from '../../platform/database/snapshot';
import type { LongWork } from '../../platform/long-work';
import type { RecordRow } from './merge-by-time';
import { pageQuery, type PageQuestion } from './page-query';
import { recordConditions, recordTable, type RecordFilter } from './record-filter';

/** Rows that one statement scans. */
const rowsAtOnce = 4_000;

/**
 * Whether a filter may match only few of many records: no index covers it, so that all of a type, or of the account,
 * are scanned. SQLite blocks the event loop during a statement, MySQL does not.
 */
export const isScan = (
  dialect: Dialect,
  { deviceId, subTypes, minSampleInterval, dosingDecisionReasons, uploadId, walked }: RecordFilter,
): boolean => {
  if (dialect !== 'sqlite') return false;
  if (uploadId !== undefined) return walked !== undefined;
  return [deviceId, subTypes, minSampleInterval, dosingDecisionReasons].some((asked) => asked !== undefined);
};

/**
 * One page of records. Large scans run in slices, with pauses in between.
 *
 * @param bytesOf the column of the text if it is needed as UTF-8 only
 */
export async function readPage<Text = string>(
  dialect: Dialect,
  query: SnapshotQuery,
  question: PageQuestion,
  work: LongWork,
  bytesOf?: 'content',
): Promise<RecordRow<Text>[]> {
  const { filter, size, newestFirst } = question;
  const read = (page: PageQuestion) => {
    const { sql, parameters } = pageQuery(dialect, page);
    return query<RecordRow<Text>>(sql, parameters, bytesOf);
  };
  const found: RecordRow<Text>[] = [];
  let rest = isScan(dialect, filter) ? withinBounds(question) : undefined;
  if (!rest) return read(question);
  while (rest) {
    await work.pause();
    const end: number | undefined = await endOfSlice(dialect, query, { ...question, filter: rest });
    const slice: RecordFilter = end === undefined ? rest : { ...rest, [newestFirst ? 'from' : 'to']: end };
    const left = { ...question, filter: slice, size: size - found.length };
    found.push(...(await read(left)));
    const isDone = end === undefined || found.length >= size;
    rest = isDone ? undefined : { ...rest, ...(newestFirst ? { to: end - 1 } : { from: end + 1 }) };
  }
  return found;
}

/** The filter, within the bounds of the page: rows beyond need not be scanned. */
function withinBounds({ filter, after, until, newestFirst }: PageQuestion): RecordFilter {
  const [low, high] = newestFirst ? [until, after] : [after, until];
  return {
    ...filter,
    ...(low && { from: Math.max(filter.from ?? -Infinity, low.time) }),
    ...(high && { to: Math.min(filter.to ?? Infinity, high.time) }),
  };
}

/** The end of the next slice of the index; undefined if the rest fits. */
async function endOfSlice(
  dialect: Dialect,
  query: SnapshotQuery,
  { userId, filter: { types, from, to, walked }, newestFirst }: PageQuestion,
): Promise<number | undefined> {
  const index = types?.length === 1 ? { types, from, to, walked } : { from, to, walked };
  const table = recordTable(dialect, index);
  const conditions = recordConditions(userId, index);
  const where = [table.isActive, ...conditions.map(({ sql }) => sql)].join(' AND ');
  const [row] = await query<[time: number]>(
    `SELECT time FROM ${table.from} WHERE ${where} ORDER BY time ${newestFirst ? 'DESC' : ''}
     LIMIT 1 OFFSET ${rowsAtOnce}`,
    conditions.flatMap(({ parameters }) => parameters),
  );
  return row && Number(row[0]);
}
