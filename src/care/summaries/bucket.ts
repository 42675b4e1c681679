import type { GlucoseMeasure } from '../../records/data/glucose-change.entity';
import type { GlucoseReading } from '../../records/data/glucose-reader.service';
import { countedReadings, type CountedReading } from './counted-readings';
import { rangeNames, rangesOf, type RangeName } from './glucose-ranges';

/** How much lies in a range. */
export interface Amount {
  minutes: number;
  records: number;
}

/** The glucose of an hour, or of several together. */
export interface GlucoseSum {
  total: Amount & {
    /** Sum of glucose in mmol/L, each weighted with its minutes; unweighted where there are none. */
    glucose: number;
    /** Sum of squared differences from the mean, weighted in the same way. */
    variance: number;
  };
  ranges: Record<RangeName, Amount>;
  min: number;
  max: number;
}

/** How soon the records of an hour have reached us. */
export interface ContinuousSum {
  /** Records that came within a day. */
  realtime: number;
  /** Records that came later. */
  deferred: number;
}

/**
 * What is kept of the records of one hour. It is made of the records that the hour has and of nothing else, so it does not
 * matter how they came to be there.
 */
export interface Bucket {
  /** Times of the first and the last record that count; null when none does. */
  first: number | null;
  last: number | null;
  /** Time of the newest record that readers see, counted or not; null when there is none. */
  newest: number | null;
  /** When a record of the hour was last changed, whether readers see it or not. */
  modified: number;
  /** Of sensors and meters. */
  glucose?: GlucoseSum;
  /** Of what is uploaded continuously. */
  continuous?: ContinuousSum;
}

const day = 86_400_000;

/** What a reading, or many, weigh: their minutes, or where there are none their number. */
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

/** The glucose of some readings. */
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

/** The readings of one hour in their order as they are kept; null when there are none at all. */
export function bucketOf(measure: GlucoseMeasure, readings: readonly GlucoseReading[]): Bucket | null {
  if (readings.length === 0) return null;
  const shown = readings.filter(({ active }) => active);
  const counted: readonly { time: number }[] = measure === 'con' ? shown : countedReadings(measure, readings);
  const bucket: Bucket = {
    first: counted[0]?.time ?? null,
    last: counted.at(-1)?.time ?? null,
    newest: shown.at(-1)?.time ?? null,
    modified: Math.max(...readings.map(({ modifiedTime }) => modifiedTime)),
  };
  if (counted.length === 0) return bucket;
  if (measure !== 'con') return { ...bucket, glucose: glucoseOf(counted as CountedReading[]) };
  const realtime = shown.filter(({ createdTime, time }) => createdTime - time < day).length;
  return { ...bucket, continuous: { realtime, deferred: shown.length - realtime } };
}

/**
 * Two parts of glucose together. Their variances are combined as Chan, Golub and LeVeque do (Updating Formulae and a
 * Pairwise Algorithm for Computing Sample Variances, 1979).
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
