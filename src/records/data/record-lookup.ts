import type { EntityManager } from 'typeorm';
import { dialectOfDriver, type Dialect } from '../../platform/database/dialect';
import { isOneOf } from '../../platform/database/exact-text';
import type { DataSetEntity } from './data-set.entity';

/** What tells the records of a data set apart. */
export type DistinctField = 'id' | 'originId' | 'hash';

/** The column of a field, and the index that has it. */
const lookups: Readonly<Record<DistinctField, { column: string; index: Parameters<typeof recordsBy>[1] }>> = {
  id: { column: 'id', index: 'records_key' },
  originId: { column: 'origin_id', index: 'records_upload' },
  hash: { column: 'hash', index: 'records_hash' },
};

/**
 * The table for statements that find some records of an account. The index is named: SQLite has no statistics, and MySQL has
 * outdated ones while an account is new; both would read all records of the account.
 */
export const recordsBy = (
  dialect: Dialect,
  index: 'records_key' | 'records_upload' | 'records_hash' | 'records_type',
): string => (dialect === 'sqlite' ? `records INDEXED BY ${index}` : `records FORCE INDEX (${index})`);

/** A table with an index hint, and the conditions on it. */
export interface Lookup {
  table: string;
  /** The beginning of a statement that deletes. MySQL takes an index hint only in the form for several tables. */
  deleteFrom: string;
  where: string;
  parameters: unknown[];
}

/** Finds records of a data set that have one of some values. */
export function lookUp(
  { connection }: EntityManager,
  { userId, uploadId }: Pick<DataSetEntity, 'userId' | 'uploadId'>,
  field: DistinctField,
  values: readonly string[],
): Lookup {
  const { column, index } = lookups[field];
  const { sql, parameters } = isOneOf(column, values);
  const dialect = dialectOfDriver(connection.options.type);
  const table = recordsBy(dialect, index);
  return {
    table,
    deleteFrom: dialect === 'sqlite' ? `DELETE FROM ${table}` : `DELETE records FROM ${table}`,
    where: `user_id = ? AND upload_id = ? AND ${sql}`,
    parameters: [userId, uploadId, ...parameters],
  };
}
