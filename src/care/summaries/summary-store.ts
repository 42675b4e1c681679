import { In, type EntityManager } from 'typeorm';
import { declareStoredAccounts } from '../../platform/database/account-column';
import { isDuplicateKey } from '../../platform/database/database';
import { newRecordId } from '../../platform/ids';
import type { Calculated } from './calculation';
import { storeIntervals } from './intervals/interval-store';
import type { PackedDay } from './kept-days';
import type { SummaryKey } from './summary';
import {
  schemaVersion,
  SummaryBucketEntity,
  SummaryDayEntity,
  SummaryEntity,
  SummaryIntervalEntity,
  type SummaryContent,
} from './summary.entity';

/**
 * Thrown when another calculation has stored the same summary in the meantime, so the state that was read is out of
 * date.
 */
export class OvertakenError extends Error {}

const daysAtOnce = 30;

/**
 * Stores the row of a summary if it is unchanged since it was read, and locks it until the transaction ends.
 *
 * @param version of the row as it was read; undefined if there was none
 */
async function replace(
  manager: EntityManager,
  key: SummaryKey,
  version: string | undefined,
  values: Omit<SummaryEntity, 'userId' | 'type' | 'version' | 'intervalsVersion'>,
): Promise<void> {
  const next = newRecordId();
  const row = { ...values, version: next, intervalsVersion: next };
  if (version === undefined) return insert(manager, { ...key, ...row });
  const { affected } = await manager.update(SummaryEntity, { ...key, version }, row);
  if (affected !== 1) throw new OvertakenError();
}

async function insert(manager: EntityManager, row: SummaryEntity): Promise<void> {
  try {
    await manager.insert(SummaryEntity, row);
  } catch (error) {
    throw isDuplicateKey(error) ? new OvertakenError() : error;
  }
}

/**
 * Stores the result of a calculation. Throws when another calculation was faster.
 *
 * @param version of the summary as it was read; undefined if there was none
 */
export async function storeCalculated(
  manager: EntityManager,
  key: SummaryKey,
  version: string | undefined,
  {
    coveredFrom,
    coveredBefore,
    changed,
    intervals,
  }: Calculated & { coveredFrom: number; coveredBefore: number | null },
  values: { lastUpdated: number; content: SummaryContent },
): Promise<void> {
  const intervalsFrom = intervals?.from ?? null;
  await replace(manager, key, version, { ...values, schemaVersion, coveredFrom, intervalsFrom });
  if (intervals) await storeIntervals(manager, key, intervals);
  if (coveredBefore === null) {
    if (version !== undefined) await deleteBuckets(manager, key);
  } else if (coveredBefore < coveredFrom)
    await manager.query('DELETE FROM summary_days WHERE user_id = ? AND summary_type = ? AND day < ?', [
      key.userId,
      key.type,
      coveredFrom,
    ]);
  const days = [...changed].filter(([start]) => start >= coveredFrom);
  for (let start = 0; start < days.length; start += daysAtOnce) {
    await storeDays(manager, key, days.slice(start, start + daysAtOnce));
  }
}

/** Deletes all buckets of a summary, those of an earlier release too. */
async function deleteBuckets(manager: EntityManager, key: SummaryKey): Promise<void> {
  await manager.delete(SummaryDayEntity, key);
  await manager.delete(SummaryBucketEntity, key);
}
async function storeDays(
  manager: EntityManager,
  { userId, type }: SummaryKey,
  days: readonly (readonly [start: number, packed: PackedDay | null])[],
): Promise<void> {
  declareStoredAccounts(manager, [userId]);
  const empty = days.flatMap(([start, packed]) => (packed ? [] : [start]));
  if (empty.length > 0) await manager.delete(SummaryDayEntity, { userId, type, day: In(empty) });
  const rows = days.flatMap(([start, packed]) => {
    if (!packed) return [];
    const { shownHours, timelyHours, figures, readings } = packed;
    return [[userId, type, start, shownHours, timelyHours, figures, readings]];
  });
  if (rows.length === 0) return;
  await manager.query(
    `REPLACE INTO summary_days (user_id, summary_type, day, shown_hours, timely_hours, figures, readings)
     VALUES ${rows.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
    rows.flat(),
  );
}

/** Deletes a summary without remaining records. Throws when another calculation was faster. */
export async function deleteCalculated(
  manager: EntityManager,
  key: SummaryKey,
  version: string,
): Promise<void> {
  const { affected } = await manager.delete(SummaryEntity, { ...key, version });
  if (affected !== 1) throw new OvertakenError();
  await deleteBuckets(manager, key);
  await manager.delete(SummaryIntervalEntity, key);
}

/** Creates the row that a calculation starts from, if there is none. */
export async function ensureRow(manager: EntityManager, key: SummaryKey): Promise<void> {
  const row = {
    ...key,
    version: newRecordId(),
    schemaVersion,
    coveredFrom: null,
    intervalsFrom: null,
    intervalsVersion: null,
    lastUpdated: null,
    content: null,
  };
  await manager.createQueryBuilder().insert().into(SummaryEntity).values(row).orIgnore().execute();
}
