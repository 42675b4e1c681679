import type { EntityManager } from 'typeorm';
import { changeRows } from '../../platform/database/change-rows';
import type { Database } from '../../platform/database/database';
import type { Dialect } from '../../platform/database/dialect';
import { LongWork } from '../../platform/long-work';
import type { Condition } from '../../platform/database/exact-text';
import { placeholders } from '../../platform/database/placeholders';
import type { SnapshotQuery } from '../../platform/database/snapshot';
import { GlucoseChangeEntity, type ChangeReason, type GlucoseMeasure } from './glucose-change.entity';
import { now } from '../../platform/clock';
import { noteAllGlucoseChanged, noteGlucoseAhead } from './glucose-changes';
import {
  beginsToCount,
  hour,
  startOfHour,
  lastHour,
  reachOfStatistics,
  type HourRange,
  type Reach,
} from './glucose-hours';
import {
  figureColumns,
  isReading,
  toFigures,
  type GlucoseFigures,
  type StoredFigures,
} from './glucose-figures';
import { inChunks } from './in-chunks';
import { findOutdated, type OutdatedKey, type Share } from './outdated-accounts';
import { recordsBy } from './record-lookup';
import { SensorReadings } from './sensor-readings';

export type { OutdatedKey, Share };

/** The part of a glucose record used in statistics. */
export interface GlucoseReading extends GlucoseFigures {
  id: string;
  /** Milliseconds since the epoch. */
  time: number;
  /** Whether it is visible. */
  active: boolean;
  /** When the record arrived. */
  createdTime: number;
  /** When the record last changed: it arrived or was archived. */
  modifiedTime: number;
}

/** One kind of statistics of an account. */
export interface MeasureKey {
  userId: string;
  measure: GlucoseMeasure;
}

/** Changes not reflected in the statistics yet. */
export interface PendingChanges {
  ids: string[];
  /** Since when the statistics count as outdated; null if they do not. */
  since: number | null;
  reasons: ChangeReason[];
  /** Hours with changed records. */
  ranges: HourRange[];
  /** When noted records in the future start to count; null if there are none. */
  ahead: number | null;
}

type Row = [
  id: string,
  uploadId: string,
  time: number | string,
  active: number,
  createdTime: number | string,
  archivedTime: number | string | null,
  ...StoredFigures,
];

const recordTypes: Readonly<Record<GlucoseMeasure, readonly string[]>> = {
  cgm: ['cbg'],
  bgm: ['smbg'],
  con: ['cbg', 'smbg'],
};

/** Rows read between two looks at the clock. */
const readAtOnce = 200;
/** Ranges per statement. */
const rangesAtOnce = 40;
/** How many record keys are searched at once for one of a continuous data set. */
const keysAtOnce = 5_000;

/**
 * The condition that glucose records of an account have changed, which its statistics do not reflect yet: nobody knows what
 * they say of an account without any. Records too far in the future do not count.
 *
 * @param account the column with the account
 */
export const glucosePending = (account: string, measure: GlucoseMeasure): Condition => ({
  sql: `EXISTS (SELECT 1 FROM glucose_changes g WHERE g.user_id = ${account} AND g.summary_type = ?
    AND g.from_hour IS NOT NULL AND (g.reason IS NOT NULL OR g.due_time <= ?))`,
  parameters: [measure, now()],
});

/** The input of statistics: glucose records, and their changes. */
export class GlucoseReader {
  readonly hour = hour;
  readonly startOfHour = startOfHour;
  readonly lastHour = lastHour;
  /** The time range in which records count. */
  readonly reach = reachOfStatistics;
  /** Whether an amount of glucose counts as a reading. */
  readonly isReading = isReading;

  constructor(private readonly database: Database) {}

  /** Sensor readings of many people at once. */
  sensors(query: SnapshotQuery): SensorReadings {
    return new SensorReadings(this.database.dialect, query);
  }

  /** Changes since the statistics were calculated, in the order of the keys. For loaders. */
  readonly pending = async (keys: readonly MeasureKey[]): Promise<PendingChanges[]> => {
    const found = await this.database.plain.find(GlucoseChangeEntity, {
      userId: [...new Set(keys.map(({ userId }) => userId))],
    });
    const rows = found.sort((one, other) => compareTexts(one.id, other.id));
    return keys.map(({ userId, measure }) =>
      summarized(rows.filter((row) => row.userId === userId && row.measure === measure)),
    );
  };

  /** The hours of accounts with changed records that the statistics may not reflect yet, merged and in order. */
  async changedHours(
    query: SnapshotQuery,
    measure: GlucoseMeasure,
    userIds: readonly string[],
  ): Promise<Map<string, HourRange[]>> {
    const rows = await query<[userId: string, from: number | string, to: number | string]>(
      `SELECT user_id, from_hour, to_hour FROM glucose_changes
       WHERE summary_type = ? AND from_hour IS NOT NULL AND to_hour IS NOT NULL
       AND user_id IN (${userIds.map(() => '?').join(', ')})`,
      [measure, ...userIds],
    );
    const found = new Map<string, HourRange[]>();
    for (const [userId, from, to] of rows)
      found.set(userId, [...(found.get(userId) ?? []), { from: Number(from), to: Number(to) }]);
    return new Map([...found].map(([userId, ranges]) => [userId, merged(ranges)]));
  }

  /** Deletes changes that the statistics now reflect. Returns how many were still there. */
  async forget(manager: EntityManager, key: MeasureKey, ids: readonly string[]): Promise<number> {
    let deleted = 0;
    for (const chunk of inChunks(ids))
      deleted += await changeRows(
        manager,
        `DELETE FROM glucose_changes WHERE user_id = ? AND summary_type = ? AND id IN (${placeholders(chunk)})`,
        [key.userId, key.measure, ...chunk],
      );
    return deleted;
  }

  /** Marks the statistics of accounts for complete recalculation. */
  async noteEverything(
    manager: EntityManager,
    userIds: readonly string[],
    measure: GlucoseMeasure,
    reason: ChangeReason,
  ): Promise<void> {
    await noteAllGlucoseChanged(manager, userIds, [measure], reason);
  }

  /** Marks statistics for recalculation when a record in the future starts to count. Once is enough. */
  async noteAhead(
    manager: EntityManager,
    key: MeasureKey,
    { ahead }: PendingChanges,
    time: number,
  ): Promise<void> {
    if (ahead === null || ahead > beginsToCount(time)) await noteGlucoseAhead(manager, key, time);
  }

  /** See {@link findOutdated}. */
  outdated(
    measure: GlucoseMeasure,
    instant: number,
    wanted: { size: number; share: Share },
  ): Promise<OutdatedKey[]> {
    return findOutdated(this.database.plain, measure, instant, wanted);
  }

  /**
   * The records of some hours, including those that were once visible, by time and then by id.
   *
   * @param ranges include their last hour; they do not overlap
   */
  async readings(
    query: SnapshotQuery,
    { userId, measure }: MeasureKey,
    ranges: readonly HourRange[],
  ): Promise<GlucoseReading[]> {
    const types = recordTypes[measure];
    const continuous = measure === 'con' ? await continuousSets(query, userId) : undefined;
    if (continuous?.size === 0) return [];
    // Statistics of all continuous uploads only count records.
    const figures = measure === 'con' ? 'NULL, NULL, NULL, NULL' : figureColumns(this.database.dialect);
    const ofRange = `SELECT id, upload_id, time, active, created_time, archived_time, ${figures}
       FROM ${recordsBy(this.database.dialect, 'records_type')}
       WHERE user_id = ? AND active IN (0, 1) AND type IN (${types.map(() => '?').join(', ')})
       AND (active = 1 OR archived_time IS NOT NULL) AND time >= ? AND time < ?`;
    const rows: Row[] = [];
    for (const chunk of inChunks(ranges, rangesAtOnce)) {
      const found = await query<Row>(
        chunk.map(() => ofRange).join(' UNION ALL '),
        chunk.flatMap(({ from, to }) => [userId, ...types, from, to + hour]),
      );
      for (const row of found) if (!continuous || continuous.has(row[1])) rows.push(row);
    }
    const work = new LongWork();
    const readings: GlucoseReading[] = [];
    for (const some of inChunks(rows.sort(byTime), readAtOnce)) {
      for (const row of some) readings.push(toReading(row));
      await work.pause();
    }
    return readings;
  }

  /** Time of the newest visible record within the limits (both inclusive); null if there is none. */
  async newest(query: SnapshotQuery, key: MeasureKey, reach: Reach): Promise<number | null> {
    const times = await timesAtEnd(this.database.dialect, query, key, { ...reach, order: 'DESC' });
    return times.length === 0 ? null : Math.max(...times);
  }

  /** Time of the first visible record after an instant; null if there is none. */
  async next(query: SnapshotQuery, key: MeasureKey, after: number): Promise<number | null> {
    const later = { from: after + 1, to: lastHour + hour, order: 'ASC' } as const;
    const times = await timesAtEnd(this.database.dialect, query, key, later);
    return times.length === 0 ? null : Math.min(...times);
  }
}

/** Where to look for a record, and from which end on. */
interface Search extends Reach {
  order: 'ASC' | 'DESC';
}

/** For each record type, the time of the first or last visible record within limits. */
async function timesAtEnd(
  dialect: Dialect,
  query: SnapshotQuery,
  { userId, measure }: MeasureKey,
  search: Search,
): Promise<number[]> {
  const continuous = measure === 'con' ? await continuousSets(query, userId) : undefined;
  if (continuous?.size === 0) return [];
  const times: number[] = [];
  for (const type of recordTypes[measure]) {
    const first = firstOfType(dialect, [userId, type], search);
    const time = await findTime(query, first, continuous);
    if (time !== null) times.push(time);
  }
  return times;
}

async function continuousSets(query: SnapshotQuery, userId: string): Promise<Set<string>> {
  const rows = await query<[string]>(
    "SELECT upload_id FROM data_sets WHERE user_id = ? AND data_set_type = 'continuous'",
    [userId],
  );
  return new Set(rows.map(([uploadId]) => uploadId));
}

const firstOfType = (
  dialect: Dialect,
  key: readonly [userId: string, type: string],
  { from, to, order }: Search,
): Condition => ({
  sql: `SELECT time, upload_id FROM ${recordsBy(dialect, 'records_type')}
    WHERE user_id = ? AND active = 1 AND type = ? AND time >= ? AND time <= ? ORDER BY time ${order}`,
  parameters: [...key, from, to],
});

/** The time of the first of some records that is in one of these data sets, or in any if there are none. */
async function findTime(
  query: SnapshotQuery,
  { sql, parameters }: Condition,
  among: ReadonlySet<string> | undefined,
): Promise<number | null> {
  const size = among ? keysAtOnce : 1;
  for (let offset = 0; ; offset += size) {
    const rows = await query<[time: number | string, uploadId: string]>(
      `${sql} LIMIT ${size} OFFSET ${offset}`,
      parameters,
    );
    const found = rows.find(([, uploadId]) => among?.has(uploadId) ?? true);
    if (found) return Number(found[0]);
    if (rows.length < size) return null;
  }
}

function toReading([id, , time, active, createdTime, archivedTime, ...figures]: Row): GlucoseReading {
  return {
    id,
    time: Number(time),
    active: Number(active) === 1,
    ...toFigures(figures),
    createdTime: Number(createdTime),
    modifiedTime: Math.max(Number(createdTime), Number(archivedTime ?? 0)),
  };
}

/** By time, then by id, then by data set: two of them may contain a record with the same id. */
const byTime = ([id, uploadId, time]: Row, [otherId, otherUploadId, otherTime]: Row): number =>
  Number(time) - Number(otherTime) ||
  (id === otherId ? compareTexts(uploadId, otherUploadId) : compareTexts(id, otherId));

const compareTexts = (one: string, other: string): number => (one < other ? -1 : 1);

function summarized(all: readonly GlucoseChangeEntity[]): PendingChanges {
  const time = now();
  const isAhead = ({ reason, dueTime }: GlucoseChangeEntity) => reason === null && (dueTime ?? 0) > time;
  const rows = all.filter((row) => !isAhead(row));
  const ahead = all.filter(isAhead).map(({ dueTime }) => dueTime ?? Infinity);
  const due = rows.flatMap(({ reason, dueTime }): { reason: ChangeReason; dueTime: number | null }[] => {
    if (reason !== null) return [{ reason, dueTime }];
    // Records that were too far in the future count now.
    return dueTime === null ? [] : [{ reason: 'DATA_ADDED', dueTime }];
  });
  const ranges = rows.flatMap(({ fromHour: from, toHour: to }) =>
    from === null || to === null ? [] : [{ from, to }],
  );
  return {
    ids: rows.map(({ id }) => id),
    since: due[0]?.dueTime ?? null,
    reasons: [...new Set(due.map(({ reason }) => reason))],
    ranges: merged(ranges),
    ahead: ahead.length === 0 ? null : Math.min(...ahead),
  };
}

/** Ranges merged and in order. */
function merged(ranges: readonly HourRange[]): HourRange[] {
  const apart: HourRange[] = [];
  for (const range of [...ranges].sort((one, other) => one.from - other.from)) {
    const last = apart.at(-1);
    if (last && range.from <= last.to + hour) last.to = Math.max(last.to, range.to);
    else apart.push({ ...range });
  }
  return apart;
}
