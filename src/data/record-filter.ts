import type { Dialect } from '../database/dialect';

/** Which records of an account are wanted; what is absent does not narrow. */
export interface RecordFilter {
  types?: readonly string[];
  /** `subType` of the record, or `deliveryType` of a basal. */
  subTypes?: readonly string[];
  deviceId?: string;
  uploadId?: string;
  /** Milliseconds since the epoch, both bounds belong to the range. */
  from?: number;
  to?: number;
  /** True shows records imported from CareLink, false hides them; absent shows them to who uploads no other way. */
  carelink?: boolean;
  /** Hides sensor readings that were taken at shorter intervals, in milliseconds. */
  minSampleInterval?: number;
  /** Hides dosing decisions made for other reasons. */
  dosingDecisionReasons?: readonly string[];
}

/** A piece of a WHERE clause with its parameters. */
export interface Condition {
  sql: string;
  parameters: unknown[];
}

/** A place in the order of records: by time, then by id, then by data set. */
export interface RecordPosition {
  time: number;
  id: string;
  uploadId: string;
}

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

/** The conditions that a filter puts on active records of one account. */
export function recordConditions(userId: string, filter: RecordFilter): Condition[] {
  const conditions: Condition[] = [{ sql: 'user_id = ?', parameters: [userId] }];
  const add = (sql: string, ...parameters: unknown[]) => conditions.push({ sql, parameters });
  const addOneOf = (sql: string, values: readonly string[]) => {
    const different = [...new Set(values)];
    // MySQL takes no empty list; nothing equals NULL.
    add(sql.replace('?', marks(different) || 'NULL'), ...different);
  };
  if (filter.from !== undefined) add('time >= ?', filter.from);
  if (filter.to !== undefined) add('time <= ?', filter.to);
  if (filter.types) addOneOf('type IN (?)', filter.types);
  if (filter.subTypes) addOneOf('sub_type IN (?)', filter.subTypes);
  if (filter.deviceId !== undefined) add('device_id = ?', filter.deviceId);
  if (filter.uploadId !== undefined) add('upload_id = ?', filter.uploadId);
  if (filter.carelink === false) add("(source IS NULL OR source <> 'carelink')");
  if (filter.minSampleInterval !== undefined && filter.minSampleInterval > 0) {
    add("(type <> 'cbg' OR sample_interval IS NULL OR sample_interval >= ?)", filter.minSampleInterval);
  }
  if (filter.dosingDecisionReasons?.length) {
    addOneOf("(type <> 'dosingDecision' OR reason IN (?))", filter.dosingDecisionReasons);
  }
  return conditions;
}

/** Everything behind a place, in the order of reading. The first bound lets the database start right there. */
export function behind({ time, id, uploadId }: RecordPosition, newestFirst = false): Condition {
  const sign = newestFirst ? '<' : '>';
  return {
    sql: `time ${sign}= ? AND (time ${sign} ? OR id ${sign} ? OR (id = ? AND upload_id ${sign} ?))`,
    parameters: [time, time, id, id, uploadId],
  };
}

/**
 * The table to read from, told which index to walk: a range of time lies in one piece under the primary key, while
 * a single type is found through the index of types.
 */
export function recordTable(dialect: Dialect, filter: RecordFilter): { from: string; isActive: string } {
  const index = walkedIndex(filter);
  if (dialect === 'mysql')
    return { from: `records FORCE INDEX (${index ?? 'PRIMARY'})`, isActive: 'active = 1' };
  // SQLite leaves an index alone whose column has a sign in front.
  return index
    ? { from: `records INDEXED BY ${index}`, isActive: 'active = 1' }
    : { from: 'records', isActive: '+active = 1' };
}

function walkedIndex(filter: RecordFilter): string | null {
  if (filter.uploadId !== undefined) return 'records_upload';
  return filter.types?.length === 1 ? 'records_type' : null;
}
