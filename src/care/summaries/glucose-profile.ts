import type { LongWork } from '../../platform/long-work';
import { sumGlucose, weigh } from './bucket';
import { rangeNames, type RangeName } from './glucose-ranges';
import type { LocalTime } from './local-time';
import { joinedSeries, partOfSeries, type ReadingSeries } from './reading-series';

/** The percentiles of an ambulatory glucose profile. */
export const profilePercentiles = [5, 25, 50, 75, 95] as const;

/** Width of a bin of the day, in minutes. */
const binMinutes = 15;

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
function makeBin(values: Float64Array, index: number): ProfileBin {
  const sorted = values.sort();
  return {
    minuteOfDay: index * binMinutes,
    records: sorted.length,
    percentiles:
      sorted.length === 0 ? null : profilePercentiles.map((percent) => percentile(sorted, percent)),
  };
}

function makeDay(date: string, readings: Group): DailyGlucose {
  const sum = sumGlucose(readings);
  const { total } = sum;
  const weight = weigh(total);
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

/** Values in groups, in the order of the groups' numbers, by the group of each value; `without` is none of them. */
function groupedValues(
  values: Float64Array,
  groups: Uint8Array,
  count: number,
  without: number,
): Float64Array[] {
  const ends = new Uint32Array(count + 1);
  for (const group of groups) if (group !== without) ends[group + 1] = (ends[group + 1] as number) + 1;
  for (let group = 1; group <= count; group += 1)
    ends[group] = (ends[group] as number) + (ends[group - 1] as number);
  const sorted = new Float64Array(ends[count] as number);
  const next = ends.slice();
  for (let index = 0; index < groups.length; index += 1) {
    const group = groups[index] as number;
    if (group === without) continue;
    const place = next[group] as number;
    next[group] = place + 1;
    sorted[place] = values[index] as number;
  }
  return Array.from({ length: count }, (_, group) => sorted.subarray(ends[group], ends[group + 1]));
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
  const places = findPlaces(readings, firstDay, clocks);
  await work.pause();
  const binCount = minutesADay / binMinutes;
  const bins = await made(groupedValues(readings.values, places.bins, binCount, binCount), makeBin, work);
  const daily = await made(
    places.days,
    ([dayNumber, runs]) => makeDay(clocks.formatDate(dayNumber), makeGroup(readings, runs)),
    work,
  );
  const sum = (name: 'records' | 'minutes') => daily.reduce((all, each) => all + each[name], 0);
  const use = sum('minutes') / (days * minutesADay);
  return {
    timezone: clocks.timezone,
    days,
    firstDate: lastDay === null ? null : clocks.formatDate(firstDay),
    lastDate: lastDay === null ? null : clocks.formatDate(lastDay),
    records: sum('records'),
    use,
    isSufficient: days >= enoughDays && use >= enoughUse,
    bins,
    daily,
  };
}

/** Indexes of readings: the first one, and the one after the last. */
type Run = [from: number, to: number];

/** Where readings from a day on belong by the clocks. */
interface Places {
  /** The bin of each reading; the number of bins for readings of earlier days. */
  bins: Uint8Array;
  /** The readings of each day by its number, in the order of their first ones. Clocks that are set back may show a day again. */
  days: Map<number, Run[]>;
}

function findPlaces({ times }: ReadingSeries, firstDay: number, clocks: LocalTime): Places {
  const bins = new Uint8Array(times.length).fill(minutesADay / binMinutes);
  const days = new Map<number, Run[]>();
  let [current, run]: [number, Run] = [NaN, [0, 0]];
  for (let index = 0; index < times.length; index += 1) {
    const shown = clocks.shown(times[index] as number);
    const dayNumber = Math.floor(shown / day);
    if (dayNumber !== current) {
      current = dayNumber;
      run = [index, index];
      if (dayNumber >= firstDay) days.set(dayNumber, [...(days.get(dayNumber) ?? []), run]);
    }
    run[1] = index + 1;
    if (dayNumber >= firstDay) bins[index] = Math.floor((shown - dayNumber * day) / (binMinutes * minute));
  }
  return { bins, days };
}

const makeGroup = (readings: ReadingSeries, runs: readonly Run[]): Group =>
  joinedSeries(runs.map(([from, to]) => partOfSeries(readings, from, to)));
