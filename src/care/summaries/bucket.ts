import type { GlucoseMeasure } from '../../records/data/glucose-change.entity';
import type { GlucoseReading } from '../../records/data/glucose-reader.service';
import { countedReadings, type CountedReading } from './counted-readings';
import { rangeNames, rangesOf, type RangeName } from './glucose-ranges';
import { hourReadingsOf, type HourReadings } from './hour-readings';

/** The part of the readings that lies in a range. */
export interface Amount {
  minutes: number;
  records: number;
}

/** Glucose statistics of an hour, or of several hours combined. */
export interface GlucoseSum {
  total: Amount & {
    /** Sum of glucose in mmol/L, weighted with the minutes of each reading; unweighted if readings have no minutes. */
    glucose: number;
    /** Sum of squared differences from the mean, with the same weights. */
    variance: number;
  };
  ranges: Record<RangeName, Amount>;
  min: number;
  max: number;
}

/** The upload delay of the records of an hour. */
export interface ContinuousSum {
  /** Records that arrived within a day. */
  realtime: number;
  /** Records that arrived later. */
  deferred: number;
}

/**
 * Statistics of the records of one hour. They depend only on the records, not on the order of uploads and deletions.
 */
export interface Bucket {
  /** Times of the first and last counted records; null if there are none. */
  first: number | null;
  last: number | null;
  /** Time of the newest visible record, counted or not; null if there is none. */
  newest: number | null;
  /** When a record of the hour last changed, visible or not. */
  modified: number;
  /** For sensors and meters. */
  glucose?: GlucoseSum;
  /** For continuous uploads. */
  continuous?: ContinuousSum;
}

/** A bucket with the readings of a sensor that it was made of; they are kept apart from it. */
export interface MadeBucket extends Bucket {
  readings?: HourReadings;
}

const day = 86_400_000;

/** The weight of one or more readings: their minutes, or their number if they have no minutes. */
export const weightOf = ({ minutes, records }: Amount): number => (minutes > 0 ? minutes : records);

export const emptySum = (): GlucoseSum => ({
  total: { minutes: 0, records: 0, glucose: 0, variance: 0 },
  ranges: Object.fromEntries(rangeNames.map((name) => [name, { minutes: 0, records: 0 }])) as Record<
    RangeName,
    Amount
  >,
  min: 0,
  max: 0,
});

/** Statistics of some readings. */
export function glucoseOf(counted: readonly CountedReading[]): GlucoseSum {
  const sum = emptySum();
  for (const { value, minutes } of counted) {
    for (const range of [sum.total, ...rangesOf(value).map((name) => sum.ranges[name])]) {
      range.minutes += minutes;
      range.records += 1;
    }
  }
  const { total } = sum;
  const weigh = (minutes: number) => (total.minutes > 0 ? minutes : 1);
  for (const { value, minutes } of counted) total.glucose += weigh(minutes) * value;
  const mean = total.glucose / weightOf(total);
  for (const { value, minutes } of counted) total.variance += weigh(minutes) * (value - mean) ** 2;
  const values = counted.map(({ value }) => value);
  return { ...sum, min: Math.min(...values), max: Math.max(...values) };
}

/** The bucket of one hour from its readings, in stored order; null if there are none. */
export function bucketOf(measure: GlucoseMeasure, readings: readonly GlucoseReading[]): MadeBucket | null {
  if (readings.length === 0) return null;
  const shown = readings.filter(({ active }) => active);
  const counted: readonly { time: number }[] = measure === 'con' ? shown : countedReadings(measure, readings);
  const bucket: MadeBucket = {
    first: counted[0]?.time ?? null,
    last: counted.at(-1)?.time ?? null,
    newest: shown.at(-1)?.time ?? null,
    modified: Math.max(...readings.map(({ modifiedTime }) => modifiedTime)),
    ...(measure === 'cgm' && { readings: hourReadingsOf(counted as CountedReading[], shown) }),
  };
  if (counted.length === 0) return bucket;
  if (measure !== 'con') return { ...bucket, glucose: glucoseOf(counted as CountedReading[]) };
  const realtime = shown.filter(({ createdTime, time }) => createdTime - time < day).length;
  return { ...bucket, continuous: { realtime, deferred: shown.length - realtime } };
}

/**
 * Combines two parts. The variances are combined as in Chan, Golub and LeVeque (Updating Formulae and a Pairwise
 * Algorithm for Computing Sample Variances, 1979).
 */
export function addGlucose(one: GlucoseSum, other: GlucoseSum): GlucoseSum {
  if (one.total.records === 0) return other;
  if (other.total.records === 0) return one;
  const plus = (a: Amount, b: Amount): Amount => ({
    minutes: a.minutes + b.minutes,
    records: a.records + b.records,
  });
  const [weight, otherWeight] = [weightOf(one.total), weightOf(other.total)];
  const apart = other.total.glucose / otherWeight - one.total.glucose / weight;
  return {
    total: {
      ...plus(one.total, other.total),
      glucose: one.total.glucose + other.total.glucose,
      variance:
        one.total.variance +
        other.total.variance +
        (apart ** 2 * weight * otherWeight) / (weight + otherWeight),
    },
    ranges: Object.fromEntries(
      rangeNames.map((name) => [name, plus(one.ranges[name], other.ranges[name])]),
    ) as Record<RangeName, Amount>,
    min: Math.min(one.min, other.min),
    max: Math.max(one.max, other.max),
  };
}
