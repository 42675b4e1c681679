import type { Dialect } from '../../platform/database/dialect';
import type { Condition } from '../../platform/database/exact-text';
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
  /** The bytes of the longest text that is read; the row of a longer one has an empty text. */
  longestText?: number;
}

/** Rows that are read for a page of several types. Reading and sorting more takes longer than passing over others. */
const mostOfTypes = 200;

/**
 * Whether a page is found as one of each of its types: records of other types, of which there may be many more, are not passed
 * over then. Only small pages are, as a whole page of each type is read.
 */
export const isReadByType = ({ filter: { types = [], uploadId, ids }, size }: PageQuestion): boolean =>
  new Set(types).size > 1 &&
  types.length * size <= mostOfTypes &&
  uploadId === undefined &&
  ids === undefined;

/** The statement that reads one page of active records: time, id, data set and text, in reading order. */
export function pageQuery(dialect: Dialect, question: PageQuestion): Condition {
  if (!isReadByType(question)) return onePage(dialect, question);
  const { filter, size, newestFirst } = question;
  const parts = [...new Set(filter.types)].map((type) =>
    onePage(dialect, { ...question, filter: { ...filter, types: [type] } }),
  );
  const each = parts.map(({ sql }) => `SELECT * FROM (${sql}) ofType`).join(' UNION ALL ');
  return {
    sql: `SELECT * FROM (${each}) ofTypes ${order(newestFirst)} LIMIT ${Number(size)}`,
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
}

const order = (newestFirst = false): string =>
  `ORDER BY ${newestFirst ? 'time DESC, id DESC, upload_id DESC' : 'time, id, upload_id'}`;

/** SQLite finds the size of a text without reading it. */
const textUpTo = (longest: number): string =>
  `CASE WHEN OCTET_LENGTH(content) <= ${Number(longest)} THEN content ELSE '' END AS content`;

function onePage(
  dialect: Dialect,
  { userId, filter, size, after, until, newestFirst, longestText }: PageQuestion,
): Condition {
  const { from, isActive } = recordTable(dialect, filter);
  const conditions = recordConditions(userId, filter);
  if (after) conditions.push(behind(after, newestFirst));
  if (until) conditions.push(behind(until, !newestFirst));
  const where = [isActive, ...conditions.map(({ sql }) => sql)].join(' AND ');
  const text = longestText === undefined ? 'content' : textUpTo(longestText);
  return {
    sql: `SELECT time, id, upload_id, ${text} FROM ${from} WHERE ${where} ${order(newestFirst)} LIMIT ${Number(size)}`,
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}
