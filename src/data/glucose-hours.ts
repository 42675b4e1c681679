import { now } from '../clock';

export const hour = 3_600_000;
const day = 24 * hour;

/** Start of the hour in which an instant lies; hours are those of UTC. */
export const hourOf = (time: number): number => Math.floor(time / hour) * hour;

/** Start of the last hour that the time of a record can lie in. */
export const lastHour = Date.UTC(9999, 11, 31, 23);

/** A range of hours by the start of its first and its last one. */
export interface HourRange {
  from: number;
  to: number;
}

/** Instants between which glucose records count, both inclusive. */
export interface Reach {
  from: number;
  to: number;
}

/** Statistics are made of records of the last two years; devices whose clock is ahead may be so by a day. */
export function reachOfStatistics(instant = now()): Reach {
  const from = new Date(instant);
  from.setUTCFullYear(from.getUTCFullYear() - 2);
  return { from: from.getTime(), to: instant + day };
}

/** The instant from which on a record counts that is too far ahead before. */
export const beginsToCount = (time: number): number => time - day;

/**
 * Hours that are no further apart become one range: reading a few records more is cheaper than a range more.
 */
const closeEnough = 6 * hour;

/** The least ranges that hold all of the hours. */
export function rangesOf(hours: Iterable<number>): HourRange[] {
  const ranges: HourRange[] = [];
  for (const start of [...new Set(hours)].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && start - last.to <= closeEnough) last.to = start;
    else ranges.push({ from: start, to: start });
  }
  return ranges;
}
