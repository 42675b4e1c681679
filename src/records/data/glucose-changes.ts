import type { EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import { declareStoredAccounts } from '../../platform/database/account-column';
import { newClinicId } from '../../platform/ids';
import {
  glucoseMeasures,
  type ChangeReason,
  type GlucoseChangeEntity,
  type GlucoseMeasure,
} from './glucose-change.entity';
import {
  beginsToCount,
  startOfHour,
  lastHour,
  toHourRanges,
  reachOfStatistics,
  type HourRange,
  type Reach,
} from './glucose-hours';
import { inChunks } from './in-chunks';

/** The part of a record that a change needs. */
export interface TouchedRecord {
  type: string;
  time: number;
}

const measureOfType: Readonly<Record<string, GlucoseMeasure>> = { cbg: 'cgm', smbg: 'bgm' };

/** The record types used in statistics. */
export const glucoseTypes: readonly string[] = Object.keys(measureOfType);

/** Which statistics a change affects, and why. */
export interface ChangeNotice {
  reason: ChangeReason;
  /** Milliseconds until they count as outdated. */
  delay?: number;
  /** Whether changed records may belong to continuous data sets. */
  continuous: boolean;
  /** Always affected, even if none of their records have changed. */
  always?: readonly GlucoseMeasure[];
}

type Change = Omit<GlucoseChangeEntity, 'id'>;

/**
 * Marks the hours of an account with changed glucose records, in the transaction of the change. One statement,
 * however many records there are.
 */
export async function noteGlucoseChange(
  manager: EntityManager,
  userId: string,
  records: readonly TouchedRecord[],
  telling: ChangeNotice,
): Promise<void> {
  const glucose = records.filter(({ type }) => type in measureOfType);
  const reach = reachOfStatistics();
  const changes = glucoseMeasures.flatMap((measure) => {
    const own = glucose.filter(({ type }) => measure === 'con' || measureOfType[type] === measure);
    const concerned = measure === 'con' && !telling.continuous ? [] : own;
    return buildChanges(measure, concerned, telling, reach).map((change) => ({ ...change, userId }));
  });
  await insertChanges(manager, changes);
}

/** Marks all glucose records of some accounts as possibly changed. */
export async function noteAllGlucoseChanged(
  manager: EntityManager,
  userIds: readonly string[],
  measures: readonly GlucoseMeasure[],
  reason: ChangeReason,
): Promise<void> {
  const from = startOfHour(reachOfStatistics().from);
  const changes = userIds.flatMap((userId) =>
    measures.map((measure) => ({
      userId,
      measure,
      reason,
      dueTime: now(),
      fromHour: from,
      toHour: lastHour,
    })),
  );
  await insertChanges(manager, changes);
}

function buildChanges(
  measure: GlucoseMeasure,
  records: readonly TouchedRecord[],
  { reason, delay = 0, always = [] }: ChangeNotice,
  { from, to }: Reach,
): Omit<Change, 'userId'>[] {
  const oldest = startOfHour(from);
  const hours = new Set<number>();
  let isReported = always.includes(measure);
  let ahead = Infinity;
  for (const { time } of records) {
    if (time < oldest) continue;
    hours.add(startOfHour(time));
    if (time >= from && time <= to) isReported = true;
    else if (time > to) ahead = Math.min(ahead, time);
  }
  const later = ahead === Infinity ? null : beginsToCount(ahead);
  const common = { measure, reason: isReported ? reason : null, dueTime: isReported ? now() + delay : later };
  const ranges: (HourRange | null)[] = toHourRanges(hours);
  if (ranges.length === 0 && isReported) ranges.push(null);
  return ranges.map((range) => ({ ...common, fromHour: range?.from ?? null, toHour: range?.to ?? null }));
}

/** Notes that a record too far in the future will count one day. */
export async function noteGlucoseAhead(
  manager: EntityManager,
  key: Pick<Change, 'userId' | 'measure'>,
  time: number,
): Promise<void> {
  const hours = { fromHour: startOfHour(time), toHour: startOfHour(time) };
  await insertChanges(manager, [{ ...key, ...hours, reason: null, dueTime: beginsToCount(time) }]);
}

async function insertChanges(manager: EntityManager, changes: readonly Change[]): Promise<void> {
  declareStoredAccounts(manager, new Set(changes.map(({ userId }) => userId)));
  for (const chunk of inChunks(changes)) {
    await manager.query(
      `INSERT INTO glucose_changes (user_id, summary_type, id, reason, due_time, from_hour, to_hour)
       VALUES ${chunk.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
      chunk.flatMap(({ userId, measure, reason, dueTime, fromHour, toHour }) => [
        userId,
        measure,
        newClinicId(now()),
        reason,
        dueTime,
        fromHour,
        toHour,
      ]),
    );
  }
}
