import type { Condition } from '../database/exact-text';
import type { SnapshotQuery } from '../database/snapshot';

/** A range of time in milliseconds since the epoch; both bounds belong to it. */
export type TimeRange = readonly [from: number, to: number];

/** What the data sources of an account have brought. */
export interface CloudSources {
  /** Data sets that imported records lie in. */
  dataSetIds: readonly string[];
  /** Ranges that imported records cover. */
  ranges: readonly TimeRange[];
}

/** Looks up what data sources have brought; accounts without any are left out. */
export type FindCloudSources = (
  query: SnapshotQuery,
  userIds: readonly string[],
) => Promise<ReadonlyMap<string, CloudSources>>;

/** Ranges that touch become one: sources that follow each other cover one time together. */
function merged(ranges: readonly TimeRange[]): TimeRange[] {
  const result: [number, number][] = [];
  for (const [from, to] of [...ranges].sort(([one], [other]) => one - other)) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/**
 * Hides readings of a sensor that its maker has sent us, too: the maker's own count where there are some. A reading
 * shows when a data source has brought it, or when its time is covered by none; without any covered time, only the
 * former do. Null when no data source has brought anything.
 */
export function preferCloud({ dataSetIds, ranges }: CloudSources): Condition | null {
  if (dataSetIds.length === 0) return null;
  const covered = merged(ranges);
  const uncovered =
    covered.length > 0 ? ` OR NOT (${covered.map(() => 'time BETWEEN ? AND ?').join(' OR ')})` : '';
  return {
    sql: `(type <> 'cbg' OR upload_id IN (${dataSetIds.map(() => '?').join(', ')})${uncovered})`,
    parameters: [...dataSetIds, ...covered.flat()],
  };
}
