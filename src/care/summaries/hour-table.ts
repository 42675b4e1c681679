import { emptySum, type Bucket, type GlucoseSum } from './bucket';
import { combinedRanges, keptRanges } from './glucose-ranges';

/** Places of the figures of an hour; what is not known is NaN, and what does not exist is 0. */
export const column = {
  hour: 0,
  first: 1,
  newest: 2,
  modified: 3,
  realtime: 4,
  deferred: 5,
  minutes: 6,
  records: 7,
  glucose: 8,
  variance: 9,
  min: 10,
  max: 11,
  /** In the order of `keptRanges`; then the records in the same order. */
  rangeMinutes: 12,
  rangeRecords: 18,
} as const;

type Column = (typeof column)[keyof typeof column];

const width = 24;

/**
 * Buckets of many hours as rows of numbers, in the order of time: a summary adds up thousands of them, and objects would take
 * ten times as long.
 */
export class HourTable {
  /** Row after row. */
  readonly numbers: Float64Array;
  length = 0;

  constructor(capacity: number) {
    this.numbers = new Float64Array(capacity * width);
  }

  /** A table of some buckets, in order. */
  static of(buckets: readonly (readonly [hour: number, bucket: Bucket])[]): HourTable {
    const table = new HourTable(buckets.length);
    for (const [hour, bucket] of buckets) table.add(hour, bucket);
    return table;
  }

  get(row: number, place: Column): number {
    return this.numbers[row * width + place] as number;
  }

  /** A new last row of zeros: the place of its first number. */
  next(): number {
    this.length += 1;
    return (this.length - 1) * width;
  }

  /** Adds the bucket of an hour, which is later than those that are there. */
  add(hour: number, bucket: Bucket): void {
    setBucket(this.numbers, this.next(), hour, bucket);
  }

  /** Puts another bucket of the same hour in the place of a row; null if the hour has no records. */
  replace(row: number, bucket: Bucket | null): void {
    const start = row * width;
    const hour = this.get(row, column.hour);
    this.numbers.fill(0, start, start + width);
    setBucket(this.numbers, start, hour, bucket ?? noRecords);
  }

  /** Keeps some of the rows, in their order. */
  keep(isKept: (row: number) => boolean): void {
    let kept = 0;
    for (let row = 0; row < this.length; row += 1) {
      if (!isKept(row)) continue;
      if (kept < row) this.numbers.copyWithin(kept * width, row * width, (row + 1) * width);
      kept += 1;
    }
    this.length = kept;
  }

  /**
   * The combined statistics of the rows from one up to another one. The variances are combined as in Chan, Golub and LeVeque
   * (Updating Formulae and a Pairwise Algorithm for Computing Sample Variances, 1979).
   */
  sum(from: number, to: number): GlucoseSum {
    const { total, ranges, min, max } = emptySum();
    const sum = { min, max };
    const amounts = new Float64Array(width - column.rangeMinutes);
    for (let row = from; row < to; row += 1) {
      const records = this.get(row, column.records);
      if (records === 0) continue;
      const minutes = this.get(row, column.minutes);
      const glucose = this.get(row, column.glucose);
      const variance = this.get(row, column.variance);
      if (total.records === 0) {
        total.variance = variance;
        sum.min = this.get(row, column.min);
        sum.max = this.get(row, column.max);
      } else {
        const weight = total.minutes > 0 ? total.minutes : total.records;
        const otherWeight = minutes > 0 ? minutes : records;
        const apart = glucose / otherWeight - total.glucose / weight;
        total.variance =
          total.variance + variance + (apart ** 2 * weight * otherWeight) / (weight + otherWeight);
        sum.min = Math.min(sum.min, this.get(row, column.min));
        sum.max = Math.max(sum.max, this.get(row, column.max));
      }
      total.minutes += minutes;
      total.records += records;
      total.glucose += glucose;
      const start = row * width + column.rangeMinutes;
      for (let place = 0; place < amounts.length; place += 1)
        amounts[place] = (amounts[place] as number) + (this.numbers[start + place] as number);
    }
    for (const [index, name] of keptRanges.entries()) {
      ranges[name].minutes = amounts[index] as number;
      ranges[name].records = amounts[keptRanges.length + index] as number;
    }
    return { total, ranges: { ...ranges, ...combinedRanges(ranges) }, ...sum };
  }
}

const noRecords: Bucket = { first: null, last: null, newest: null, modified: 0 };

function setBucket(
  numbers: Float64Array,
  start: number,
  hour: number,
  { first, newest, modified, glucose, continuous }: Bucket,
): void {
  numbers[start + column.hour] = hour;
  numbers[start + column.first] = first ?? NaN;
  numbers[start + column.newest] = newest ?? NaN;
  numbers[start + column.modified] = modified;
  numbers[start + column.realtime] = continuous?.realtime ?? 0;
  numbers[start + column.deferred] = continuous?.deferred ?? 0;
  if (glucose) setGlucose(numbers, start, glucose);
}

function setGlucose(numbers: Float64Array, start: number, { total, ranges, min, max }: GlucoseSum): void {
  numbers[start + column.minutes] = total.minutes;
  numbers[start + column.records] = total.records;
  numbers[start + column.glucose] = total.glucose;
  numbers[start + column.variance] = total.variance;
  numbers[start + column.min] = min;
  numbers[start + column.max] = max;
  for (const [index, name] of keptRanges.entries()) {
    numbers[start + column.rangeMinutes + index] = ranges[name].minutes;
    numbers[start + column.rangeRecords + index] = ranges[name].records;
  }
}
