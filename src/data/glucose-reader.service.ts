import { In, type EntityManager } from 'typeorm';
import type { Database } from '../database/database';
import type { SnapshotQuery } from '../database/snapshot';
import { GlucoseChangeEntity, type ChangeReason, type GlucoseMeasure } from './glucose-change.entity';
import { now } from '../clock';
import { noteAllGlucoseChanged, noteGlucoseAhead } from './glucose-changes';
import {
  beginsToCount,
  hour,
  hourOf,
  lastHour,
  reachOfStatistics,
  type HourRange,
  type Reach,
} from './glucose-hours';
import { inChunks } from './in-chunks';
import { SensorReadings } from './sensor-readings';

/** A glucose record, as far as statistics are made of it. */
export interface GlucoseReading {
  id: string;
  /** Milliseconds since the epoch. */
  time: number;
  /** False for what no reader sees. */
  active: boolean;
  /** mmol/L; NaN where it was not asked for. */
  value: number;
  deviceId: string;
  /** Name of the zone where the reading was taken; undefined when unknown. */
  timezone?: string;
  /** Milliseconds between two readings of the sensor; undefined when unknown. */
  sampleInterval?: number;
  /** When the record reached us. */
  createdTime: number;
  /** When the record was last changed: it came, or was archived. */
  modifiedTime: number;
}

/** The statistics of one kind of an account. */
export interface MeasureKey {
  userId: string;
  measure: GlucoseMeasure;
}

/** Changes that statistics do not know of yet. */
export interface PendingChanges {
  ids: string[];
  /** Since when the statistics count as out of date; null while they do not. */
  since: number | null;
  reasons: ChangeReason[];
  /** Where records have changed. */
  ranges: HourRange[];
  /** When records that are too far ahead begin to count, as far as that is noted; null when none are. */
  ahead: number | null;
}

/** Statistics that are out of date. */
export interface OutdatedKey {
  userId: string;
  since: number;
}

type Row = [
  id: string,
  uploadId: string,
  time: number | string,
  active: number,
  createdTime: number | string,
  archivedTime: number | string | null,
  content: string | null,
];

const typesOf: Readonly<Record<GlucoseMeasure, readonly string[]>> = {
  cgm: ['cbg'],
  bgm: ['smbg'],
  con: ['cbg', 'smbg'],
};

/** Ranges that one statement asks for. */
const rangesAtOnce = 40;
/** Keys of records that are looked through at once for one of a continuous data set. */
const keysAtOnce = 5_000;

/** What statistics are made of: glucose records, and word of those that have changed. */
export class GlucoseReader {
  readonly hour = hour;
  readonly hourOf = hourOf;
  readonly lastHour = lastHour;
  /** Instants between which records count at a moment. */
  readonly reach = reachOfStatistics;

  constructor(private readonly database: Database) {}

  /** What sensors have measured, of many people at once. */
  sensors(query: SnapshotQuery): SensorReadings {
    return new SensorReadings(this.database.dialect, query);
  }

  /** What has changed since the statistics were made, in the order of the keys. For loaders. */
  readonly pending = async (keys: readonly MeasureKey[]): Promise<PendingChanges[]> => {
    const rows = await this.database.reader.find(GlucoseChangeEntity, {
      where: { userId: In([...new Set(keys.map(({ userId }) => userId))]) },
      order: { id: 'ASC' },
    });
    return keys.map(({ userId, measure }) =>
      summarized(rows.filter((row) => row.userId === userId && row.measure === measure)),
    );
  };

  /** Forgets changes that statistics know of now. */
  async forget(manager: EntityManager, key: MeasureKey, ids: readonly string[]): Promise<void> {
    for (const chunk of inChunks(ids)) await manager.delete(GlucoseChangeEntity, { ...key, id: In(chunk) });
  }

  /** Lets the statistics of accounts be made anew from all of their records. */
  async noteEverything(
    manager: EntityManager,
    userIds: readonly string[],
    measure: GlucoseMeasure,
    reason: ChangeReason,
  ): Promise<void> {
    await noteAllGlucoseChanged(manager, userIds, [measure], reason);
  }

  /** Lets statistics be made anew when a record begins to count that is too far ahead now. Once is enough. */
  async noteAhead(
    manager: EntityManager,
    key: MeasureKey,
    { ahead }: PendingChanges,
    time: number,
  ): Promise<void> {
    if (ahead === null || ahead > beginsToCount(time)) await noteGlucoseAhead(manager, key, time);
  }

  /** Accounts whose statistics are out of date at an instant, those that have been so for longest first. */
  async outdated(measure: GlucoseMeasure, instant: number, size: number): Promise<OutdatedKey[]> {
    const rows = await this.database.plain.rows<{ userId: string; since: number | string }>(
      `SELECT user_id AS userId, MIN(due_time) AS since FROM glucose_changes
       WHERE summary_type = ? AND due_time <= ? GROUP BY user_id ORDER BY MIN(due_time), user_id LIMIT ?`,
      [measure, instant, size],
    );
    return rows.map(({ userId, since }) => ({ userId, since: Number(since) }));
  }

  /**
   * The records of some hours, also those that readers once saw, by time and then by id.
   *
   * @param ranges inclusive of their last hour; they do not overlap
   */
  async readings(
    query: SnapshotQuery,
    { userId, measure }: MeasureKey,
    ranges: readonly HourRange[],
  ): Promise<GlucoseReading[]> {
    const types = typesOf[measure];
    const continuous = measure === 'con' ? await continuousSets(query, userId) : undefined;
    if (continuous?.size === 0) return [];
    const content = measure === 'con' ? 'NULL' : 'CASE WHEN active = 1 THEN content END';
    const ofRange = `SELECT id, upload_id, time, active, created_time, archived_time, ${content} FROM records
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
    return rows.sort(byTime).map(toReading);
  }

  /** Time of the newest record that readers see, within the limits (both inclusive); null when there is none. */
  async newest(query: SnapshotQuery, key: MeasureKey, reach: Reach): Promise<number | null> {
    const times = await timesAtEnd(query, key, reach, 'DESC');
    return times.length === 0 ? null : Math.max(...times);
  }

  /** Time of the first record that readers see after an instant; null when there is none. */
  async next(query: SnapshotQuery, key: MeasureKey, after: number): Promise<number | null> {
    const times = await timesAtEnd(query, key, { from: after + 1, to: lastHour + hour }, 'ASC');
    return times.length === 0 ? null : Math.min(...times);
  }
}

/** For each type of records the time of the first or last one that readers see, within limits. */
async function timesAtEnd(
  query: SnapshotQuery,
  { userId, measure }: MeasureKey,
  reach: Reach,
  order: 'ASC' | 'DESC',
): Promise<number[]> {
  const continuous = measure === 'con' ? await continuousSets(query, userId) : undefined;
  if (continuous?.size === 0) return [];
  const times: number[] = [];
  for (const type of typesOf[measure]) {
    const time = await firstOfType(query, [userId, type], reach, order, continuous);
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

async function firstOfType(
  query: SnapshotQuery,
  key: readonly [userId: string, type: string],
  { from, to }: Reach,
  order: 'ASC' | 'DESC',
  among: ReadonlySet<string> | undefined,
): Promise<number | null> {
  const size = among ? keysAtOnce : 1;
  for (let offset = 0; ; offset += size) {
    const rows = await query<[time: number | string, uploadId: string]>(
      `SELECT time, upload_id FROM records WHERE user_id = ? AND active = 1 AND type = ? AND time >= ? AND time <= ?
       ORDER BY time ${order} LIMIT ${size} OFFSET ${offset}`,
      [...key, from, to],
    );
    const found = rows.find(([, uploadId]) => among?.has(uploadId) ?? true);
    if (found) return Number(found[0]);
    if (rows.length < size) return null;
  }
}

function toReading([id, , time, active, createdTime, archivedTime, content]: Row): GlucoseReading {
  const stored = content === null ? undefined : (JSON.parse(content) as Record<string, unknown>);
  return {
    id,
    time: Number(time),
    active: Number(active) === 1,
    value: typeof stored?.value === 'number' ? stored.value : NaN,
    deviceId: typeof stored?.deviceId === 'string' ? stored.deviceId : '',
    ...(typeof stored?.timezone === 'string' && { timezone: stored.timezone }),
    ...(typeof stored?.sampleInterval === 'number' && { sampleInterval: stored.sampleInterval }),
    createdTime: Number(createdTime),
    modifiedTime: Math.max(Number(createdTime), Number(archivedTime ?? 0)),
  };
}

/** By time, then by id, then by data set: two of them may hold a record of the same id. */
const byTime = ([id, uploadId, time]: Row, [otherId, otherUploadId, otherTime]: Row): number =>
  Number(time) - Number(otherTime) ||
  (id === otherId ? compareTexts(uploadId, otherUploadId) : compareTexts(id, otherId));

const compareTexts = (one: string, other: string): number => (one < other ? -1 : 1);

function summarized(all: readonly GlucoseChangeEntity[]): PendingChanges {
  const time = now();
  const isAhead = ({ reason, dueTime }: GlucoseChangeEntity) => reason === null && (dueTime ?? 0) > time;
  const rows = all.filter((row) => !isAhead(row));
  const ahead = all.filter(isAhead).map(({ dueTime }) => dueTime ?? Infinity);
  const told = rows.flatMap(({ reason, dueTime }): { reason: ChangeReason; dueTime: number | null }[] => {
    if (reason !== null) return [{ reason, dueTime }];
    // The time of records that were too far ahead has come.
    return dueTime === null ? [] : [{ reason: 'DATA_ADDED', dueTime }];
  });
  const ranges = rows.flatMap(({ fromHour: from, toHour: to }) =>
    from === null || to === null ? [] : [{ from, to }],
  );
  return {
    ids: rows.map(({ id }) => id),
    since: told[0]?.dueTime ?? null,
    reasons: [...new Set(told.map(({ reason }) => reason))],
    ranges: merged(ranges),
    ahead: ahead.length === 0 ? null : Math.min(...ahead),
  };
}

/** Ranges that do not overlap, in order. */
function merged(ranges: readonly HourRange[]): HourRange[] {
  const apart: HourRange[] = [];
  for (const range of [...ranges].sort((one, other) => one.from - other.from)) {
    const last = apart.at(-1);
    if (last && range.from <= last.to + hour) last.to = Math.max(last.to, range.to);
    else apart.push({ ...range });
  }
  return apart;
}
