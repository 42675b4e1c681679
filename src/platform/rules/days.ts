import type { Check } from './check';
import { quoted } from './texts';

/** The date that some senders use for "none". */
export const noDay = '0001-01-01';

/** In the zones furthest ahead (UTC+14), tomorrow has already begun. Milliseconds. */
const furthestAhead = 14 * 3_600_000;

/** Jeanne Calment was born in 1875; nobody is known to have lived longer. */
const firstBirthYear = 1875;

/** Whether a text is a calendar date from the year 1 on, as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Whether a day has not begun anywhere on earth. */
const isAhead = (day: string, time: number): boolean => Date.parse(day) > time + furthestAhead;

const notADay = (value: string) =>
  ['value-not-valid', `${quoted(value)} is not a date such as 1990-05-06.`] as const;

export const day: Check<string> = (value) => (isDay(value) ? undefined : notADay(value));

/**
 * Checks that a living person may have been born on a date.
 *
 * @param time milliseconds since the epoch; nobody is born later
 */
export const birthday =
  (time: number): Check<string> =>
  (value) => {
    if (!isDay(value) || value === noDay) return notADay(value);
    if (isAhead(value, time)) return ['value-not-before', `${value} is in the future.`];
    return Number(value.slice(0, 4)) < firstBirthYear
      ? ['value-out-of-range', `${value} is before ${firstBirthYear}.`]
      : undefined;
  };

/** The latest current year anywhere on earth. Takes milliseconds since the epoch. */
export const latestYear = (time: number): number => new Date(time + furthestAhead).getUTCFullYear();
