import { now } from '../../platform/clock';

export const hour = 3_600_000;
const day = 24 * hour;

/** Start of the hour of an instant; hours are UTC. */
export const startOfHour = (time: number): number => Math.floor(time / hour) * hour;

/** Start of the last hour that a record can be in. */
export const lastHour = Date.UTC(9999, 11, 31, 23);

/** A range of hours: the start of the first and of the last one. */
export interface HourRange {
  from: number;
  to: number;
}

/** The time range in which glucose records count, both inclusive. */
export interface Reach {
  from: number;
  to: number;
}

/**
 * Statistics cover records of the last two years, and up to a day in the future, for devices whose clock is ahead.
 */
export function reachOfStatistics(instant = now()): Reach {
  const from = new Date(instant);
  from.setUTCFullYear(from.getUTCFullYear() - 2);
  return { from: from.getTime(), to: instant + day };
}

/** The instant at which a record too far in the future starts to count. */
export const beginsToCount = (time: number): number => time - day;

/** Hours within this distance are merged into one range: reading some more records is cheaper than another range. */
const closeEnough = 6 * hour;

/** The smallest ranges that contain all of the hours. */
export function toHourRanges(hours: Iterable<number>): HourRange[] {
  const ranges: HourRange[] = [];
  for (const start of [...new Set(hours)].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && start - last.to <= closeEnough) last.to = start;
    else ranges.push({ from: start, to: start });
  }
  return ranges;
}
