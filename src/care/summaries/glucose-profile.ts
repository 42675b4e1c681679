import type { LongWork } from '../../platform/long-work';
import { glucoseOf, weightOf } from './bucket';
import type { CountedReading } from './counted-readings';
import { rangeNames, type RangeName } from './glucose-ranges';
import type { LocalTime } from './local-time';

/** The percentiles of an ambulatory glucose profile. */
export const profilePercentiles = [5, 25, 50, 75, 95] as const;

/** Width of a bin of the day, in minutes. */
export const binMinutes = 15;

const minutesADay = 1440;
/** Data sufficiency according to the consensus on the profile. */
const enoughDays = 14;
const enoughUse = 0.7;

/** Glucose at one time of day, over all days. */
export interface ProfileBin {
  /** Start of the bin. */
  minuteOfDay: number;
  records: number;
  /** mmol/L, in the order of `profilePercentiles`; null if there are no readings. */
  percentiles: number[] | null;
}

/** Glucose of one calendar day. */
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
  /** Fractions of the measured time. */
  ranges: Record<RangeName, number>;
}

/** A daily glucose profile: percentiles by time of day, and statistics by day. */
export interface GlucoseProfile {
  timezone: string;
  /** Number of calendar days, ending with the day of the newest reading. */
  days: number;
  /** The first and last of these days; null if there are no readings. */
  firstDate: string | null;
  lastDate: string | null;
  records: number;
  /** Share of the days that have readings. */
  use: number;
  isSufficient: boolean;
  bins: ProfileBin[];
  daily: DailyGlucose[];
}

/**
 * A percentile of sorted values, interpolated between the two nearest ones: definition 7 of Hyndman and Fan (Sample
 * Quantiles in Statistical Packages, 1996), as in spreadsheets.
 */
export function percentile(sorted: readonly number[], percent: number): number {
  const place = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(place)] ?? NaN;
  const above = sorted[Math.ceil(place)] ?? NaN;
  return below + (above - below) * (place - Math.floor(place));
}

function binOf(values: readonly number[], index: number): ProfileBin {
  const sorted = values.toSorted((one, other) => one - other);
  return {
    minuteOfDay: index * binMinutes,
    records: sorted.length,
    percentiles:
      sorted.length === 0 ? null : profilePercentiles.map((percent) => percentile(sorted, percent)),
  };
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

/** The last `days` calendar days up to and including a date. */
function firstDateOf(lastDate: string, days: number): string {
  const first = new Date(`${lastDate}T00:00:00Z`);
  first.setUTCDate(first.getUTCDate() - days + 1);
  return first.toISOString().slice(0, 10);
}

/** Readings of some days, grouped by day and by time of day. */
class ProfileSums {
  readonly dates = new Map<string, CountedReading[]>();
  readonly bins: number[][] = Array.from({ length: minutesADay / binMinutes }, () => []);
  records = 0;
  minutes = 0;

  add(reading: CountedReading, date: string, minuteOfDay: number): void {
    this.records += 1;
    this.minutes += reading.minutes;
    this.bins[Math.floor(minuteOfDay / binMinutes)]?.push(reading.value);
    const ofDate = this.dates.get(date);
    if (ofDate) ofDate.push(reading);
    else this.dates.set(date, [reading]);
  }
}

/** Readings processed between two checks of the clock. */
const stride = 500;

/** Maps the items with `make`, and pauses between them. */
async function made<Item, Result>(
  items: Iterable<Item>,
  make: (item: Item, index: number) => Result,
  work: LongWork,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(make(item, results.length));
    await work.pause();
  }
  return results;
}

/** The profile of the last days with sensor readings. The readings are in order, and may go back further. */
export async function glucoseProfile(
  readings: readonly CountedReading[],
  days: number,
  clocks: LocalTime,
  work: LongWork,
): Promise<GlucoseProfile> {
  const last = readings.at(-1);
  const lastDate = last ? clocks.at(last.time).date : null;
  const firstDate = lastDate && firstDateOf(lastDate, days);
  const sums = new ProfileSums();
  for (const [index, reading] of readings.entries()) {
    if (index % stride === 0) await work.pause();
    const { date, minuteOfDay } = clocks.at(reading.time);
    if (firstDate !== null && date >= firstDate) sums.add(reading, date, minuteOfDay);
  }
  const use = sums.minutes / (days * minutesADay);
  return {
    timezone: clocks.timezone,
    days,
    firstDate,
    lastDate,
    records: sums.records,
    use,
    isSufficient: days >= enoughDays && use >= enoughUse,
    bins: await made(sums.bins, binOf, work),
    daily: await made(sums.dates, ([date, ofDate]) => dayOf(date, ofDate), work),
  };
}
