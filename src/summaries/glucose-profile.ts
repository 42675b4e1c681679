import { glucoseOf, weightOf } from './bucket';
import type { CountedReading } from './counted-readings';
import { rangeNames, type RangeName } from './glucose-ranges';
import type { LocalTime } from './local-time';

/** The percentiles of an ambulatory glucose profile. */
export const profilePercentiles = [5, 25, 50, 75, 95] as const;

/** Minutes of the day that are looked at together. */
export const binMinutes = 15;

const minutesADay = 1440;
/** What the consensus on the profile wants before anybody relies on it. */
const enoughDays = 14;
const enoughUse = 0.7;

/** The glucose at one time of the day, of all days. */
export interface ProfileBin {
  /** Where it begins. */
  minuteOfDay: number;
  records: number;
  /** mmol/L, in the order of `profilePercentiles`; null without a reading. */
  percentiles: number[] | null;
}

/** The glucose of one day of the calendar. */
export interface DailyGlucose {
  /** `YYYY-MM-DD` */
  date: string;
  records: number;
  minutes: number;
  /** mmol/L */
  average: number;
  standardDeviation: number;
  min: number;
  max: number;
  /** Fractions of the time that was measured. */
  ranges: Record<RangeName, number>;
}

/** How glucose runs through the day, and what each day was like. */
export interface GlucoseProfile {
  timezone: string;
  /** Days of the calendar that were looked at, the last of them that of the newest reading. */
  days: number;
  /** The first and the last of these days; null without a reading. */
  firstDate: string | null;
  lastDate: string | null;
  records: number;
  /** Share of the days for which there are readings. */
  use: number;
  isSufficient: boolean;
  bins: ProfileBin[];
  daily: DailyGlucose[];
}

/**
 * A percentile of values in their order, interpolated between the two nearest: definition 7 of Hyndman and Fan (Sample
 * Quantiles in Statistical Packages, 1996), as spreadsheets have it.
 */
export function percentile(sorted: readonly number[], percent: number): number {
  const place = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(place)] ?? NaN;
  const above = sorted[Math.ceil(place)] ?? NaN;
  return below + (above - below) * (place - Math.floor(place));
}

function binsOf(readings: readonly { minuteOfDay: number; value: number }[]): ProfileBin[] {
  const values: number[][] = Array.from({ length: minutesADay / binMinutes }, () => []);
  for (const { minuteOfDay, value } of readings) values[Math.floor(minuteOfDay / binMinutes)]?.push(value);
  return values.map((ofBin, index) => {
    const sorted = ofBin.sort((one, other) => one - other);
    return {
      minuteOfDay: index * binMinutes,
      records: sorted.length,
      percentiles:
        sorted.length === 0 ? null : profilePercentiles.map((percent) => percentile(sorted, percent)),
    };
  });
}

function dayOf(date: string, readings: readonly CountedReading[]): DailyGlucose {
  const sum = glucoseOf(readings);
  const { total } = sum;
  const weight = weightOf(total);
  return {
    date,
    records: total.records,
    minutes: total.minutes,
    average: total.glucose / weight,
    standardDeviation: Math.sqrt(total.variance / weight),
    min: sum.min,
    max: sum.max,
    ranges: Object.fromEntries(
      rangeNames.map((name) => [name, sum.ranges[name].minutes / total.minutes]),
    ) as Record<RangeName, number>,
  };
}

/** The last `days` days of the calendar that end with a date. */
function firstDateOf(lastDate: string, days: number): string {
  const first = new Date(`${lastDate}T00:00:00Z`);
  first.setUTCDate(first.getUTCDate() - days + 1);
  return first.toISOString().slice(0, 10);
}

/** The profile of the last days that have sensor readings, of readings in their order that may go further back. */
export function glucoseProfile(
  readings: readonly CountedReading[],
  days: number,
  clocks: LocalTime,
): GlucoseProfile {
  const last = readings.at(-1);
  const lastDate = last ? clocks.at(last.time).date : null;
  const firstDate = lastDate && firstDateOf(lastDate, days);
  const within = readings
    .map((reading) => ({ ...reading, ...clocks.at(reading.time) }))
    .filter(({ date }) => firstDate !== null && date >= firstDate);
  const dates = new Map<string, CountedReading[]>();
  for (const reading of within) {
    const ofDate = dates.get(reading.date);
    if (ofDate) ofDate.push(reading);
    else dates.set(reading.date, [reading]);
  }
  const minutes = within.reduce((sum, reading) => sum + reading.minutes, 0);
  const use = minutes / (days * minutesADay);
  return {
    timezone: clocks.timezone,
    days,
    firstDate,
    lastDate,
    records: within.length,
    use,
    isSufficient: days >= enoughDays && use >= enoughUse,
    bins: binsOf(within),
    daily: [...dates].map(([date, ofDate]) => dayOf(date, ofDate)),
  };
}
