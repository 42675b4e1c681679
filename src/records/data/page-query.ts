import type { Dialect } from '../../platform/database/dialect';
import { behind, recordConditions, recordTable, type RecordFilter, type RecordBound } from './record-filter';

/** A request for one page of an account's records. */
export interface PageQuestion {
  userId: string;
  filter: RecordFilter;
  size: number;
  after?: RecordBound;
  /** Where the page ends at the latest. */
  until?: RecordBound;
  /** Reads from the newest to the oldest. */
  newestFirst?: boolean;
}

/** The statement that reads one page of active records: time, id, data set and text, in reading order. */
export function pageQuery(
  dialect: Dialect,
  { userId, filter, size, after, until, newestFirst }: PageQuestion,
): { sql: string; parameters: unknown[] } {
  const { from, isActive } = recordTable(dialect, filter);
  const conditions = recordConditions(userId, filter);
  if (after) conditions.push(behind(after, newestFirst));
  if (until) conditions.push(behind(until, !newestFirst));
  const order = newestFirst ? 'time DESC, id DESC, upload_id DESC' : 'time, id, upload_id';
  const where = [isActive, ...conditions.map(({ sql }) => sql)].join(' AND ');
  return {
    sql: `SELECT time, id, upload_id, content FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ${Number(size)}`,
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}
