import type { Dialect } from '../../platform/database/dialect';
import { isOneOf, type Condition } from '../../platform/database/exact-text';
import { placeholders } from '../../platform/database/placeholders';
import { idKey } from './id-key';

/** Milliseconds since the epoch; both bounds are inclusive. */
interface TimeRange {
  from?: number;
  to?: number;
}

/** Filters of an account's records; absent fields do not filter. */
export interface RecordFilter extends TimeRange {
  types?: readonly string[];
  /** `subType` of the record, or `deliveryType` of a basal. */
  subTypes?: readonly string[];
  deviceId?: string;
  uploadId?: string;
  ids?: readonly string[];
  /** True shows records imported from CareLink, false hides them; absent shows them if there are no other uploads. */
  carelink?: boolean;
  /** False also shows sensor readings that the manufacturer's cloud has sent; otherwise the latter replace them. */
  preferCloudCgm?: boolean;
  /**
   * True shows newer uploads of a Medtronic pump, false hides them if an app may have reported the same; absent
   * hides them for users of such an app.
   */
  medtronic?: boolean;
  /**
   * Reads the records of a data set in the order of time, among those of the account within these bounds, instead of by
   * its index; see `walkLargeDataSets`.
   */
  walked?: TimeRange;
  /** Conditions derived from the sources of the account, see the source rules. */
  decided?: readonly Condition[];
  /** Hides sensor readings taken at shorter intervals, in milliseconds. */
  minSampleInterval?: number;
  /** Hides dosing decisions made for other reasons. */
  dosingDecisionReasons?: readonly string[];
}

/** A position in the order of records: by time, then by id, then by data set. */
export interface RecordPosition {
  time: number;
  id: string;
  uploadId: string;
}

/** Where a page begins or ends: behind a position, or with it. */
export interface RecordBound extends RecordPosition {
  isIncluded?: boolean;
}

const latest = (one = -Infinity, other = -Infinity): number | undefined => finite(Math.max(one, other));

const earliest = (one = Infinity, other = Infinity): number | undefined => finite(Math.min(one, other));

const finite = (time: number): number | undefined => (Number.isFinite(time) ? time : undefined);

/** The SQL conditions of a filter on active records of one account. */
export function recordConditions(userId: string, filter: RecordFilter): Condition[] {
  const conditions: Condition[] = [{ sql: 'user_id = ?', parameters: [userId] }];
  const add = (sql: string, ...parameters: unknown[]) => conditions.push({ sql, parameters });
  const addWords = (column: string, words: readonly string[]) => {
    // No word ends with a space; MySQL would ignore it, and accepts no empty list. Nothing equals NULL.
    const different = [...new Set(words)].filter((word) => !word.endsWith(' '));
    add(`${column} IN (${placeholders(different) || 'NULL'})`, ...different);
  };
  const [from, to] = [latest(filter.from, filter.walked?.from), earliest(filter.to, filter.walked?.to)];
  if (from !== undefined) add('time >= ?', from);
  if (to !== undefined) add('time <= ?', to);
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

/** Everything after a position, in reading order. The first bound lets the database start there. */
export function behind({ time, id, uploadId, isIncluded }: RecordBound, newestFirst = false): Condition {
  const sign = newestFirst ? '<' : '>';
  const last = isIncluded ? `${sign}=` : sign;
  return {
    sql: `time ${sign}= ? AND (time ${sign} ? OR id ${sign} ? OR (id = ? AND upload_id ${last} ?))`,
    parameters: [time, time, id, id, uploadId],
  };
}

/**
 * The table with an index hint: a time range is contiguous in the primary key, while ids, a small data set, and a single
 * type each have an index of their own.
 */
export function recordTable(dialect: Dialect, filter: RecordFilter): { from: string; isActive: string } {
  const index = walkedIndex(filter);
  if (dialect === 'mysql')
    return { from: `records FORCE INDEX (${index ?? 'PRIMARY'})`, isActive: 'active = 1' };
  // SQLite does not use an index on a column with a unary plus.
  return index
    ? { from: `records INDEXED BY ${index}`, isActive: 'active = 1' }
    : { from: 'records', isActive: '+active = 1' };
}

function walkedIndex(filter: RecordFilter): string | null {
  if (filter.ids !== undefined) return 'records_key';
  if (filter.uploadId !== undefined && !filter.walked) return 'records_upload';
  return filter.types?.length === 1 ? 'records_type' : null;
}
