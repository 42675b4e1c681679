import {
  addGlucose,
  coefficientOfVariation,
  emptySum,
  sumGlucose,
  weigh,
  type Amount,
  type GlucoseSum,
} from '../bucket';
import { pregnancyRange, rangeNames, tightRange, type Limits, type RangeName } from '../glucose-ranges';
import type { ReadingSeries } from '../reading-series';

const minute = 60_000;

/** Ranges beside those of summaries. */
const otherRanges = [
  'inTightRange',
  'inPregnancyRange',
  'belowTargets',
  'withinTargets',
  'aboveTargets',
] as const;

export const statisticsRanges = [...rangeNames, ...otherRanges] as const;

export type StatisticsRange = (typeof statisticsRanges)[number];

/** What lies in a range, and what share of all that was measured it is, 0 to 1; null where nothing was. */
export interface Share extends Amount {
  share: number | null;
}

/** Statistics of some readings, weighted by their minutes. All that cannot be had without a reading is null then. */
export interface Figures {
  records: number;
  minutes: number;
  /** Minutes as a share of the time that has passed; overlapping sensors can raise it above 1. Null where none has. */
  wear: number | null;
  /** mmol/L */
  mean: number | null;
  /** Of the population, in mmol/L. */
  standardDeviation: number | null;
  /** Standard deviation as a share of the mean. */
  coefficientOfVariation: number | null;
  /** mmol/L */
  min: number | null;
  /** mmol/L */
  max: number | null;
  ranges: Record<StatisticsRange, Share>;
}

/** Readings in a range are beyond none of its limits. */
const isWithin = (value: number, { low, high }: Limits): boolean => value >= low && value <= high;

/** Adds up readings, and says what they come to. */
export class FigureSum {
  private sum: GlucoseSum = emptySum();
  private readonly others: Record<(typeof otherRanges)[number], Amount>;
  /** Milliseconds for which there could have been readings. */
  elapsed = 0;

  constructor(private readonly targets: Limits) {
    const nothing = (): Amount => ({ minutes: 0, records: 0 });
    this.others = {
      inTightRange: nothing(),
      inPregnancyRange: nothing(),
      belowTargets: nothing(),
      withinTargets: nothing(),
      aboveTargets: nothing(),
    };
  }

  /** Adds some readings, at least one. */
  add(readings: ReadingSeries): void {
    this.sum = addGlucose(this.sum, sumGlucose(readings));
    for (let index = 0; index < readings.values.length; index += 1) {
      const [value, minutes] = [readings.values[index] as number, readings.minutes[index] as number];
      if (isWithin(value, tightRange)) this.count('inTightRange', minutes);
      if (isWithin(value, pregnancyRange)) this.count('inPregnancyRange', minutes);
      this.count(this.chooseSide(value), minutes);
    }
  }

  /** Adds another sum with the same targets; not its time. */
  addSum(other: FigureSum): void {
    this.sum = addGlucose(this.sum, other.sum);
    for (const name of otherRanges) {
      this.others[name].minutes += other.others[name].minutes;
      this.others[name].records += other.others[name].records;
    }
  }

  private chooseSide(value: number): 'belowTargets' | 'withinTargets' | 'aboveTargets' {
    if (value < this.targets.low) return 'belowTargets';
    return value > this.targets.high ? 'aboveTargets' : 'withinTargets';
  }

  private count(name: (typeof otherRanges)[number], minutes: number): void {
    const amount = this.others[name];
    amount.minutes += minutes;
    amount.records += 1;
  }

  /** Shares of all readings by range; null without a reading. */
  shares(): Record<RangeName, number> | null {
    const { total, ranges } = this.sum;
    if (total.minutes === 0) return null;
    return Object.fromEntries(
      rangeNames.map((name) => [name, ranges[name].minutes / total.minutes]),
    ) as Record<RangeName, number>;
  }

  figures(): Figures {
    const { total, ranges, min, max } = this.sum;
    const isMeasured = total.records > 0;
    const weight = weigh(total);
    const mean = total.glucose / weight;
    const deviation = Math.sqrt(total.variance / weight);
    const all: Record<StatisticsRange, Amount> = { ...ranges, ...this.others };
    const share = ({ minutes }: Amount) => (isMeasured ? minutes / total.minutes : null);
    return {
      records: total.records,
      minutes: total.minutes,
      wear: this.elapsed > 0 ? total.minutes / (this.elapsed / minute) : null,
      mean: isMeasured ? mean : null,
      standardDeviation: isMeasured ? deviation : null,
      coefficientOfVariation: coefficientOfVariation(deviation, mean),
      min: isMeasured ? min : null,
      max: isMeasured ? max : null,
      ranges: Object.fromEntries(
        statisticsRanges.map((name) => [name, { ...all[name], share: share(all[name]) }]),
      ) as Record<StatisticsRange, Share>,
    };
  }
}
