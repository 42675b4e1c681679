import type { Condition } from '../../platform/database/exact-text';
import type { SnapshotQuery } from '../../platform/database/snapshot';

/** A time range in milliseconds since the epoch; both bounds are inclusive. */
export type TimeRange = readonly [from: number, to: number];

/** Data imported by a data source. */
export interface CloudSource {
  userId: string;
  /** Data sets with imported records. */
  dataSetIds: readonly string[];
  /** The time range covered by imported records; null while it is unknown. */
  range: TimeRange | null;
}

/** Finds the data sources of accounts. */
export type FindCloudSources = (
  query: SnapshotQuery,
  userIds: readonly string[],
) => Promise<readonly CloudSource[]>;

/** Merges touching ranges: consecutive sources cover one range together. */
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
 * Hides sensor readings that the manufacturer's cloud has sent as well. A reading is shown if a data source has
 * imported it, or if no data source covers its time; without any covered time, only the former are. Null if no data
 * source has imported anything.
 */
export function preferCloud(sources: readonly CloudSource[]): Condition | null {
  const dataSetIds = [...new Set(sources.flatMap((source) => source.dataSetIds))];
  if (dataSetIds.length === 0) return null;
  const covered = merged(sources.map(({ range }) => range).filter((range) => range !== null));
  const uncovered =
    covered.length > 0 ? ` OR NOT (${covered.map(() => 'time BETWEEN ? AND ?').join(' OR ')})` : '';
  return {
    sql: `(type <> 'cbg' OR upload_id IN (${dataSetIds.map(() => '?').join(', ')})${uncovered})`,
    parameters: [...dataSetIds, ...covered.flat()],
  };
}
