import type { EntityManager } from 'typeorm';
import { declareStoredAccounts } from '../../../platform/database/account-column';
import { placeholders } from '../../../platform/database/placeholders';
import type { SummaryKey } from '../summary';
import { intervalSpans } from './calendar-intervals';
import type { IntervalChanges } from './known-intervals';

/** Stores the figures of intervals that may have changed, and deletes those that are not known or have no readings any more. */
export async function storeIntervals(
  manager: EntityManager,
  { userId, type }: SummaryKey,
  { from, newest, isCut, figures }: IntervalChanges,
): Promise<void> {
  if (isCut)
    await manager.query(
      'DELETE FROM summary_intervals WHERE user_id = ? AND summary_type = ? AND (start < ? OR start > ?)',
      [userId, type, from, newest],
    );
  for (const span of intervalSpans) {
    const empty = figures.filter(({ interval, figures: of }) => of === null && interval.span === span);
    if (empty.length === 0) continue;
    await manager.query(
      `DELETE FROM summary_intervals
       WHERE user_id = ? AND summary_type = ? AND span = ? AND start IN (${placeholders(empty)})`,
      [userId, type, span, ...empty.map(({ interval }) => interval.start)],
    );
  }
  const rows = figures.flatMap(({ interval: { span, start }, figures: of }) =>
    of
      ? [
          [
            ...[userId, type, span, start, of.readings, of.minutes, of.meanGlucose, of.indicator],
            ...[of.inVeryLow, of.inAnyLow, of.inTarget, of.inAnyHigh, of.inVeryHigh],
          ],
        ]
      : [],
  );
  if (rows.length === 0) return;
  declareStoredAccounts(manager, [userId]);
  await manager.query(
    `REPLACE INTO summary_intervals (user_id, summary_type, span, start, readings, minutes, mean_glucose, indicator,
       in_very_low, in_any_low, in_target, in_any_high, in_very_high)
     VALUES ${rows.map((row) => `(${placeholders(row)})`).join(', ')}`,
    rows.flat(),
  );
}
