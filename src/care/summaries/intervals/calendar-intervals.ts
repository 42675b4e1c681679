/** Intervals of the calendar, in UTC: weeks begin on Monday. */
export const intervalSpans = ['week', 'month'] as const;

export type IntervalSpan = (typeof intervalSpans)[number];

/** An interval: its first instant, and the first one after it (milliseconds since the epoch). */
export interface CalendarInterval {
  span: IntervalSpan;
  start: number;
  end: number;
}

const day = 86_400_000;
const week = 7 * day;
/** The first Monday since the epoch, which was a Thursday. */
const firstMonday = 4 * day;

/** The interval that contains an instant. */
export function intervalAt(span: IntervalSpan, instant: number): CalendarInterval {
  if (span === 'week') {
    const start = Math.floor((instant - firstMonday) / week) * week + firstMonday;
    return { span, start, end: start + week };
  }
  const date = new Date(instant);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { span, start: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
}

/** The intervals from the one that contains an instant up to the one that contains another one, oldest first. */
export function intervalsBetween(span: IntervalSpan, from: number, to: number): CalendarInterval[] {
  const intervals: CalendarInterval[] = [];
  for (let each = intervalAt(span, from); each.start <= to; each = intervalAt(span, each.end))
    intervals.push(each);
  return intervals;
}

/** The last intervals up to the one that contains an instant, oldest first. */
export function lastIntervals(span: IntervalSpan, count: number, instant: number): CalendarInterval[] {
  const intervals = [intervalAt(span, instant)];
  while (intervals.length < count) {
    const [oldest] = intervals as [CalendarInterval];
    intervals.unshift(intervalAt(span, oldest.start - 1));
  }
  return intervals;
}
