import type { LongWork } from '../../platform/long-work';
import { glucoseOf, weightOf } from './bucket';
import { rangeNames, type RangeName } from './glucose-ranges';
import type { LocalTime } from './local-time';
import { blankSeries, partOfSeries, type ReadingSeries } from './reading-series';

/** The percentiles of an ambulatory glucose profile. */
export const profilePercentiles = [5, 25, 50, 75, 95] as const;

/** Width of a bin of the day, in minutes. */
export const binMinutes = 15;

const minute = 60_000;
const day = 86_400_000;
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
export function percentile(sorted: ArrayLike<number>, percent: number): number {
  const place = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(place)] ?? NaN;
  const above = sorted[Math.ceil(place)] ?? NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** Sorts the values in place: numbers in a typed array are sorted as numbers. */
function binOf({ values }: Group, index: number): ProfileBin {
  const sorted = values.sort();
  return {
    minuteOfDay: index * binMinutes,
    records: sorted.length,
    percentiles:
      sorted.length === 0 ? null : profilePercentiles.map((percent) => percentile(sorted, percent)),
  };
}

function dayOf(date: string, readings: Group): DailyGlucose {
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

/** Readings without their times. */
type Group = Pick<ReadingSeries, 'values' | 'minutes'>;

/** Readings in groups, each in order, by the number of the group of each reading; in the order of these numbers. */
function grouped({ values, minutes }: Group, groups: Int32Array, count: number): Group[] {
  const ends = new Int32Array(count + 1);
  for (let index = 0; index < groups.length; index += 1) {
    const next = (groups[index] as number) + 1;
    ends[next] = (ends[next] as number) + 1;
  }
  for (let group = 1; group <= count; group += 1)
    ends[group] = (ends[group] as number) + (ends[group - 1] as number);
  const sorted = { values: new Float64Array(groups.length), minutes: new Float64Array(groups.length) };
  const next = ends.slice();
  for (let index = 0; index < groups.length; index += 1) {
    const group = groups[index] as number;
    const place = next[group] as number;
    next[group] = place + 1;
    sorted.values[place] = values[index] as number;
    sorted.minutes[place] = minutes[index] as number;
  }
  return Array.from({ length: count }, (_, group) => ({
    values: sorted.values.subarray(ends[group], ends[group + 1]),
    minutes: sorted.minutes.subarray(ends[group], ends[group + 1]),
  }));
}

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
  readings: ReadingSeries,
  days: number,
  clocks: LocalTime,
  work: LongWork,
): Promise<GlucoseProfile> {
  const last = readings.times.at(-1);
  const lastDay = last === undefined ? null : Math.floor(clocks.shown(last) / day);
  const firstDay = lastDay === null ? 0 : lastDay - days + 1;
  const { of, bins, dates, dayNumbers } = placesOf(readings, firstDay, clocks);
  await work.pause();
  const minutes = of.minutes.reduce((sum, each) => sum + each, 0);
  const use = minutes / (days * minutesADay);
  const byBin = grouped(of, bins, minutesADay / binMinutes);
  const byDate = grouped(of, dates, dayNumbers.length);
  return {
    timezone: clocks.timezone,
    days,
    firstDate: lastDay === null ? null : clocks.dateOf(firstDay),
    lastDate: lastDay === null ? null : clocks.dateOf(lastDay),
    records: of.times.length,
    use,
    isSufficient: days >= enoughDays && use >= enoughUse,
    bins: await made(byBin, binOf, work),
    daily: await made(
      byDate,
      (group, index) => dayOf(clocks.dateOf(dayNumbers[index] as number), group),
      work,
    ),
  };
}

/** The readings from a day on, each with its bin and its date by the clocks. */
interface Places {
  of: ReadingSeries;
  bins: Int32Array;
  /** Indexes of `dayNumbers`. */
  dates: Int32Array;
  /** In the order of their first readings. Clocks that are set back may show a date again. */
  dayNumbers: number[];
}

function placesOf(readings: ReadingSeries, firstDay: number, clocks: LocalTime): Places {
  const { times, values, minutes } = readings;
  const of = blankSeries(times.length);
  const [bins, dates] = [new Int32Array(times.length), new Int32Array(times.length)];
  const dayNumbers: number[] = [];
  let count = 0;
  for (let index = 0; index < times.length; index += 1) {
    const shown = clocks.shown(times[index] as number);
    const dayNumber = Math.floor(shown / day);
    if (dayNumber < firstDay) continue;
    of.times[count] = times[index] as number;
    of.values[count] = values[index] as number;
    of.minutes[count] = minutes[index] as number;
    bins[count] = Math.floor((shown - dayNumber * day) / (binMinutes * minute));
    const known = dayNumbers.lastIndexOf(dayNumber);
    dates[count] = known === -1 ? dayNumbers.push(dayNumber) - 1 : known;
    count += 1;
  }
  return {
    of: partOfSeries(of, 0, count),
    bins: bins.subarray(0, count),
    dates: dates.subarray(0, count),
    dayNumbers,
  };
}
