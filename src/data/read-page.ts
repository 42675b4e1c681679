import type { Dialect } from '../database/dialect';
import type { SnapshotQuery } from '../database/snapshot';
import type { LongWork } from '../long-work';
import type { RecordRow } from './merge-by-time';
import { pageQuery, type PageQuestion } from './page-query';
import { recordConditions, recordTable, type RecordFilter } from './record-filter';

/** Rows that one statement looks through. */
const rowsAtOnce = 4_000;

/**
 * True when few of many records may match, or none: no index leads to them, so that all of a type, or of the account, have
 * to be looked at. SQLite keeps the event loop meanwhile, MySQL does not.
 */
export const isScan = (
  dialect: Dialect,
  { deviceId, subTypes, minSampleInterval, dosingDecisionReasons, uploadId }: RecordFilter,
): boolean =>
  dialect === 'sqlite' &&
  uploadId === undefined &&
  [deviceId, subTypes, minSampleInterval, dosingDecisionReasons].some((asked) => asked !== undefined);

/** One page of records. Where the database has to look through many rows, it does so some at a time, with pauses between. */
export async function readPage(
  dialect: Dialect,
  query: SnapshotQuery,
  question: PageQuestion,
  work: LongWork,
): Promise<RecordRow[]> {
  const { filter, size, newestFirst } = question;
  const found: RecordRow[] = [];
  let rest = isScan(dialect, filter) ? startingAt(question) : undefined;
  if (!rest) return query<RecordRow>(...asArguments(pageQuery(dialect, question)));
  while (rest) {
    await work.pause();
    const end: number | undefined = await endOfSlice(dialect, query, { ...question, filter: rest });
    const slice: RecordFilter = end === undefined ? rest : { ...rest, [newestFirst ? 'from' : 'to']: end };
    const left = { ...question, filter: slice, size: size - found.length };
    found.push(...(await query<RecordRow>(...asArguments(pageQuery(dialect, left)))));
    const isDone = end === undefined || found.length >= size;
    rest = isDone ? undefined : { ...rest, ...(newestFirst ? { to: end - 1 } : { from: end + 1 }) };
  }
  return found;
}

const asArguments = ({ sql, parameters }: { sql: string; parameters: unknown[] }) =>
  [sql, parameters] as const;

/** The filter, narrowed to where the page begins: what comes before is not to be walked through again. */
function startingAt({ filter, after, newestFirst }: PageQuestion): RecordFilter {
  if (!after) return filter;
  return newestFirst
    ? { ...filter, to: Math.min(filter.to ?? Infinity, after.time) }
    : { ...filter, from: Math.max(filter.from ?? -Infinity, after.time) };
}

/** Where the next rows of the index end, whatever they are; undefined when there are no more than fit. */
async function endOfSlice(
  dialect: Dialect,
  query: SnapshotQuery,
  { userId, filter: { types, from, to }, newestFirst }: PageQuestion,
): Promise<number | undefined> {
  const walked = types?.length === 1 ? { types, from, to } : { from, to };
  const table = recordTable(dialect, walked);
  const conditions = recordConditions(userId, walked);
  const where = [table.isActive, ...conditions.map(({ sql }) => sql)].join(' AND ');
  const [row] = await query<[time: number]>(
    `SELECT time FROM ${table.from} WHERE ${where} ORDER BY time ${newestFirst ? 'DESC' : ''}
     LIMIT 1 OFFSET ${rowsAtOnce}`,
    conditions.flatMap(({ parameters }) => parameters),
  );
  return row && Number(row[0]);
}
