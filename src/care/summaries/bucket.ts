import type { GlucoseMeasure } from '../../records/data/glucose-change.entity';
import type { GlucoseReading } from '../../records/data/glucose-reader.service';
import { countedReadings, type CountedReading } from './counted-readings';
import { makeHourReadings, type HourReadings } from './day-readings';
import { findBasicRange, combinedRanges, thresholds, type RangeName } from './glucose-ranges';
import { toSeries, type ReadingSeries } from './reading-series';

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
export const weigh = ({ minutes, records }: Amount): number => (minutes > 0 ? minutes : records);

/** The deviation as a share of the mean; null where it is none, or no number because positive and negative amounts cancel out. */
export function coefficientOfVariation(deviation: number, mean: number): number | null {
  const share = deviation / mean;
  return mean > 0 && Number.isFinite(share) ? share : null;
}

const nothing = (): Amount => ({ minutes: 0, records: 0 });

export const emptySum = (): GlucoseSum => ({
  total: { minutes: 0, records: 0, glucose: 0, variance: 0 },
  ranges: {
    inVeryLow: nothing(),
    inLow: nothing(),
    inTarget: nothing(),
    inHigh: nothing(),
    inVeryHigh: nothing(),
    inExtremeHigh: nothing(),
    inAnyLow: nothing(),
    inAnyHigh: nothing(),
  },
  min: 0,
  max: 0,
});

/** Statistics of some readings, at least one. */
export function sumGlucose({
  values,
  minutes: durations,
}: Pick<ReadingSeries, 'values' | 'minutes'>): GlucoseSum {
  const { total, ranges } = emptySum();
  let [min, max] = [Infinity, -Infinity];
  for (let index = 0; index < values.length; index += 1) {
    const [value, minutes] = [values[index] as number, durations[index] as number];
    const range = ranges[findBasicRange(value)];
    range.minutes += minutes;
    range.records += 1;
    if (value >= thresholds.extremeHigh) {
      ranges.inExtremeHigh.minutes += minutes;
      ranges.inExtremeHigh.records += 1;
    }
    total.minutes += minutes;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  total.records = values.length;
  const isTimed = total.minutes > 0;
  for (let index = 0; index < values.length; index += 1)
    total.glucose += (isTimed ? (durations[index] as number) : 1) * (values[index] as number);
  const mean = total.glucose / weigh(total);
  for (let index = 0; index < values.length; index += 1)
    total.variance += (isTimed ? (durations[index] as number) : 1) * ((values[index] as number) - mean) ** 2;
  return { total, ranges: { ...ranges, ...combinedRanges(ranges) }, min, max };
}

/** The bucket of one hour from its readings, in stored order; null if there are none. */
export function makeBucket(measure: GlucoseMeasure, readings: readonly GlucoseReading[]): MadeBucket | null {
  if (readings.length === 0) return null;
  const shown = readings.filter(({ active }) => active);
  const counted: readonly { time: number }[] = measure === 'con' ? shown : countedReadings(measure, readings);
  const bucket: MadeBucket = {
    first: counted[0]?.time ?? null,
    last: counted.at(-1)?.time ?? null,
    newest: shown.at(-1)?.time ?? null,
    modified: Math.max(...readings.map(({ modifiedTime }) => modifiedTime)),
    ...(measure === 'cgm' && { readings: makeHourReadings(counted as CountedReading[], shown) }),
  };
  if (counted.length === 0) return bucket;
  if (measure !== 'con') return { ...bucket, glucose: sumGlucose(toSeries(counted as CountedReading[])) };
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
  const [weight, otherWeight] = [weigh(one.total), weigh(other.total)];
  const apart = other.total.glucose / otherWeight - one.total.glucose / weight;
  const [left, right] = [one.ranges, other.ranges];
  return {
    total: {
      minutes: one.total.minutes + other.total.minutes,
      records: one.total.records + other.total.records,
      glucose: one.total.glucose + other.total.glucose,
      variance:
        one.total.variance +
        other.total.variance +
        (apart ** 2 * weight * otherWeight) / (weight + otherWeight),
    },
    // One by one: a loop over the names takes ten times as long, and summaries add thousands of hours.
    ranges: {
      inVeryLow: plus(left.inVeryLow, right.inVeryLow),
      inLow: plus(left.inLow, right.inLow),
      inTarget: plus(left.inTarget, right.inTarget),
      inHigh: plus(left.inHigh, right.inHigh),
      inVeryHigh: plus(left.inVeryHigh, right.inVeryHigh),
      inExtremeHigh: plus(left.inExtremeHigh, right.inExtremeHigh),
      inAnyLow: plus(left.inAnyLow, right.inAnyLow),
      inAnyHigh: plus(left.inAnyHigh, right.inAnyHigh),
    },
    min: Math.min(one.min, other.min),
    max: Math.max(one.max, other.max),
  };
}

const plus = (one: Amount, other: Amount): Amount => ({
  minutes: one.minutes + other.minutes,
  records: one.records + other.records,
});
