import type { Dialect } from '../../platform/database/dialect';
import type { Condition } from '../../platform/database/exact-text';
import { pageQuery } from './page-query';
import { recordConditions, recordTable, type RecordFilter } from './record-filter';

/** A request for the newest record of each of some types of an account. */
export interface NewestQuestion {
  userId: string;
  filter: RecordFilter & { types: readonly string[] };
}

/** The statement that reads the newest active record of each type: type and text. */
export const newestQuery = (dialect: Dialect, question: NewestQuestion): Condition =>
  dialect === 'sqlite' ? joinedWithTypes(question) : eachType(dialect, question);

/** One SELECT for each type: MySQL would not seek for a row that a subquery finds. */
function eachType(dialect: Dialect, { userId, filter }: NewestQuestion): Condition {
  const parts = [...new Set(filter.types)].map((type) => {
    const asked = { userId, filter: { ...filter, types: [type] }, size: 1, newestFirst: true };
    const { sql, parameters } = pageQuery(dialect, asked);
    return { sql: `SELECT ? AS type, content FROM (${sql}) record`, parameters: [type, ...parameters] };
  });
  return {
    sql: parts.map(({ sql }) => sql).join(' UNION ALL '),
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
}

/**
 * One SELECT for all types: SQLite takes longer to prepare a SELECT for each than to run them, and blocks the event loop
 * meanwhile.
 */
function joinedWithTypes({ userId, filter: { types, ...filter } }: NewestQuestion): Condition {
  // A filter by one type uses the index of types.
  const { from, isActive } = recordTable('sqlite', { ...filter, types: ['any'] });
  const conditions = recordConditions(userId, filter);
  const where = [isActive, 'type = asked.value', ...conditions.map(({ sql }) => sql)].join(' AND ');
  return {
    sql: `SELECT found.type, found.content FROM json_each(?) asked CROSS JOIN records found
      WHERE found.user_id = ? AND (found.time, found.id, found.upload_id) = (
        SELECT time, id, upload_id FROM ${from} WHERE ${where}
        ORDER BY time DESC, id DESC, upload_id DESC LIMIT 1)`,
    parameters: [
      JSON.stringify([...new Set(types)]),
      userId,
      ...conditions.flatMap(({ parameters }) => parameters),
    ],
  };
}
