import type { EntityManager } from 'typeorm';
import { now } from '../clock';
import { storesOf } from '../database/account-column';
import { newClinicId } from '../ids';
import {
  glucoseMeasures,
  type ChangeReason,
  type GlucoseChangeEntity,
  type GlucoseMeasure,
} from './glucose-change.entity';
import {
  beginsToCount,
  hourOf,
  lastHour,
  rangesOf,
  reachOfStatistics,
  type HourRange,
  type Reach,
} from './glucose-hours';
import { inChunks } from './in-chunks';

/** What a change of records says of one of them. */
export interface TouchedRecord {
  type: string;
  time: number;
}

const measureOfType: Readonly<Record<string, GlucoseMeasure>> = { cbg: 'cgm', smbg: 'bgm' };

/** The types of records that statistics are made of. */
export const glucoseTypes: readonly string[] = Object.keys(measureOfType);

/** Which statistics a change is told to, and why. */
export interface Telling {
  reason: ChangeReason;
  /** Milliseconds until they count as out of date. */
  delay?: number;
  /** Whether records of continuous data sets may be among those that have changed. */
  continuous: boolean;
  /** These are told even if no record of theirs has changed. */
  always?: readonly GlucoseMeasure[];
}

type Change = Omit<GlucoseChangeEntity, 'id'>;

/**
 * Notes in the transaction of a change which hours of an account have other glucose records now. One statement, however
 * many records there are.
 */
export async function noteGlucoseChange(
  manager: EntityManager,
  userId: string,
  records: readonly TouchedRecord[],
  telling: Telling,
): Promise<void> {
  const glucose = records.filter(({ type }) => type in measureOfType);
  const reach = reachOfStatistics();
  const changes = glucoseMeasures.flatMap((measure) => {
    const own = glucose.filter(({ type }) => measure === 'con' || measureOfType[type] === measure);
    const concerned = measure === 'con' && !telling.continuous ? [] : own;
    return changesOf(measure, concerned, telling, reach).map((change) => ({ ...change, userId }));
  });
  await insertChanges(manager, changes);
}

/** Notes that any glucose record of some accounts may have changed. */
export async function noteAllGlucoseChanged(
  manager: EntityManager,
  userIds: readonly string[],
  measures: readonly GlucoseMeasure[],
  reason: ChangeReason,
): Promise<void> {
  const from = hourOf(reachOfStatistics().from);
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

function changesOf(
  measure: GlucoseMeasure,
  records: readonly TouchedRecord[],
  { reason, delay = 0, always = [] }: Telling,
  { from, to }: Reach,
): Omit<Change, 'userId'>[] {
  const oldest = hourOf(from);
  const hours = new Set<number>();
  let isTold = always.includes(measure);
  let ahead = Infinity;
  for (const { time } of records) {
    if (time < oldest) continue;
    hours.add(hourOf(time));
    if (time >= from && time <= to) isTold = true;
    else if (time > to) ahead = Math.min(ahead, time);
  }
  const later = ahead === Infinity ? null : beginsToCount(ahead);
  const told = { measure, reason: isTold ? reason : null, dueTime: isTold ? now() + delay : later };
  const ranges: (HourRange | null)[] = rangesOf(hours);
  if (ranges.length === 0 && isTold) ranges.push(null);
  return ranges.map((range) => ({ ...told, fromHour: range?.from ?? null, toHour: range?.to ?? null }));
}

/** Notes that a record that is too far ahead now will count one day. */
export async function noteGlucoseAhead(
  manager: EntityManager,
  key: Pick<Change, 'userId' | 'measure'>,
  time: number,
): Promise<void> {
  const hours = { fromHour: hourOf(time), toHour: hourOf(time) };
  await insertChanges(manager, [{ ...key, ...hours, reason: null, dueTime: beginsToCount(time) }]);
}

async function insertChanges(manager: EntityManager, changes: readonly Change[]): Promise<void> {
  storesOf(manager, new Set(changes.map(({ userId }) => userId)));
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
