import type { Dialect } from '../database/dialect';
import { isOneOf, type Condition } from '../database/exact-text';
import { placeholders } from '../database/placeholders';
import { idKey } from './id-key';

/** Which records of an account are wanted; what is absent does not narrow. */
export interface RecordFilter {
  types?: readonly string[];
  /** `subType` of the record, or `deliveryType` of a basal. */
  subTypes?: readonly string[];
  deviceId?: string;
  uploadId?: string;
  ids?: readonly string[];
  /** Milliseconds since the epoch, both bounds belong to the range. */
  from?: number;
  to?: number;
  /** True shows records imported from CareLink, false hides them; absent shows them to who uploads no other way. */
  carelink?: boolean;
  /** False shows readings of a sensor beside those that its maker has sent; otherwise the latter take their place. */
  preferCloudCgm?: boolean;
  /**
   * True shows what newer read-outs of a Medtronic pump tell, false hides it where an app may have told the same;
   * absent hides it from who uses such an app.
   */
  medtronic?: boolean;
  /** What follows from the sources of the account, see the rules of sources. */
  decided?: readonly Condition[];
  /** Hides sensor readings that were taken at shorter intervals, in milliseconds. */
  minSampleInterval?: number;
  /** Hides dosing decisions made for other reasons. */
  dosingDecisionReasons?: readonly string[];
}

/** A place in the order of records: by time, then by id, then by data set. */
export interface RecordPosition {
  time: number;
  id: string;
  uploadId: string;
}

/** The conditions that a filter puts on active records of one account. */
export function recordConditions(userId: string, filter: RecordFilter): Condition[] {
  const conditions: Condition[] = [{ sql: 'user_id = ?', parameters: [userId] }];
  const add = (sql: string, ...parameters: unknown[]) => conditions.push({ sql, parameters });
  const addWords = (column: string, words: readonly string[]) => {
    // No word ends in a blank; MySQL would take no notice of one, and takes no empty list. Nothing equals NULL.
    const different = [...new Set(words)].filter((word) => !word.endsWith(' '));
    add(`${column} IN (${placeholders(different) || 'NULL'})`, ...different);
  };
  if (filter.from !== undefined) add('time >= ?', filter.from);
  if (filter.to !== undefined) add('time <= ?', filter.to);
  if (filter.types) addWords('type', filter.types);
  if (filter.subTypes) addWords('sub_type', filter.subTypes);
  if (filter.ids) conditions.push(isOneOf('id', filter.ids));
  if (filter.deviceId !== undefined) conditions.push(isOneOf('device_id', [filter.deviceId]));
  if (filter.uploadId !== undefined) add('upload_id = ?', idKey(filter.uploadId));
  if (filter.carelink === false) add("(source IS NULL OR source <> 'carelink')");
  if (filter.minSampleInterval !== undefined && filter.minSampleInterval > 0) {
    add("(type <> 'cbg' OR sample_interval IS NULL OR sample_interval >= ?)", filter.minSampleInterval);
  }
  if (filter.dosingDecisionReasons?.length) {
    const { sql, parameters } = isOneOf('reason', [...new Set(filter.dosingDecisionReasons)]);
    add(`(type <> 'dosingDecision' OR ${sql})`, ...parameters);
  }
  return [...conditions, ...(filter.decided ?? [])];
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
