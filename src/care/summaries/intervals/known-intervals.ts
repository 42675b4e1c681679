import type { HourRange } from '../../../records/data/glucose-hours';
import { intervalAt, intervalsBetween, intervalSpans, type CalendarInterval } from './calendar-intervals';
import type { IntervalFigures } from './interval-figures';

/** Intervals that began longer ago are not kept: a year, and the intervals at both of its ends. */
const longestKept = 400 * 86_400_000;

/** The state of a person's intervals before a calculation. */
export interface IntervalsBefore {
  /** All intervals that begin at this instant or later are stored; null if none are. */
  intervalsFrom: number | null;
  /** Start of the day from which the calculation knows all hours. */
  hoursFrom: number;
  /** Time of the newest reading that counts. */
  newest: number;
  /** What `newest` was at the calculation before; null if there was none. */
  newestBefore: number | null;
  /** Hours whose records have changed. */
  changed: readonly HourRange[];
  instant: number;
}

/** What a calculation changes in the intervals of a person. */
export interface IntervalChanges {
  /** All intervals that begin at this instant or later are stored afterwards. */
  from: number;
  /** None begins later. */
  newest: number;
  /** Whether some may be stored that begin before `from` or after `newest`. */
  isCut: boolean;
  /** Figures of intervals that may have changed; null for those without a reading. */
  figures: readonly { interval: CalendarInterval; figures: IntervalFigures | null }[];
}

/**
 * The instant from which intervals are known after a calculation. Figures of a year are kept, but the hours that they were
 * made of only for some months: when a record before that changes, its interval is not known any more.
 */
export function knownFrom({ intervalsFrom, hoursFrom, changed, instant }: IntervalsBefore): number {
  if (intervalsFrom === null) return hoursFrom;
  const begun = Math.min(...intervalSpans.map((span) => intervalAt(span, hoursFrom).start));
  const cut = Math.max(...intervalSpans.map((span) => intervalAt(span, hoursFrom - 1).end));
  let known = Math.max(intervalsFrom, instant - longestKept);
  for (const { from, to } of changed) {
    // An interval of which only a part of the hours is known cannot be calculated again.
    if (from >= cut || to < known) continue;
    known = Math.max(known, to < begun ? to + 1 : hoursFrom);
  }
  return known;
}

/** Whether intervals may be stored that are not known any more after a calculation, or begin after all readings. */
export const isCut = ({ intervalsFrom, newest, newestBefore }: IntervalsBefore, known: number): boolean =>
  intervalsFrom === null || newestBefore === null || known > intervalsFrom || newest < newestBefore;

/** The intervals to calculate again: known ones with changed hours; all if none are stored. */
export function outdatedIntervals(before: IntervalsBefore, known: number): CalendarInterval[] {
  const { intervalsFrom, hoursFrom, newest, changed } = before;
  const from = Math.max(known, hoursFrom);
  return intervalSpans
    .flatMap((span) => intervalsBetween(span, from, newest))
    .filter(({ start }) => start >= from)
    .filter(
      ({ start, end }) =>
        intervalsFrom === null || changed.some((range) => range.from < end && range.to >= start),
    );
}
