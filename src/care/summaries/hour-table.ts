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
  private readonly rows: Float64Array;
  length = 0;

  constructor(capacity: number) {
    this.rows = new Float64Array(capacity * width);
  }

  /** A table of some buckets, in order. */
  static of(buckets: readonly (readonly [hour: number, bucket: Bucket])[]): HourTable {
    const table = new HourTable(buckets.length);
    for (const [hour, bucket] of buckets) table.add(hour, bucket);
    return table;
  }

  get(row: number, place: Column): number {
    return this.rows[row * width + place] as number;
  }

  /** A new last row. */
  next(): Float64Array {
    const start = this.length * width;
    this.length += 1;
    return this.rows.subarray(start, start + width);
  }

  /** Adds the bucket of an hour, which is later than those that are there. */
  add(hour: number, { first, newest, modified, glucose, continuous }: Bucket): void {
    const row = this.next();
    row[column.hour] = hour;
    row[column.first] = first ?? NaN;
    row[column.newest] = newest ?? NaN;
    row[column.modified] = modified;
    row[column.realtime] = continuous?.realtime ?? 0;
    row[column.deferred] = continuous?.deferred ?? 0;
    if (glucose) setGlucose(row, glucose);
  }

  /** Adds a row of another table. */
  addRow(other: HourTable, row: number): void {
    this.next().set(other.rows.subarray(row * width, (row + 1) * width));
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
        amounts[place] = (amounts[place] as number) + (this.rows[start + place] as number);
    }
    for (const [index, name] of keptRanges.entries()) {
      ranges[name].minutes = amounts[index] as number;
      ranges[name].records = amounts[keptRanges.length + index] as number;
    }
    return { total, ranges: { ...ranges, ...combinedRanges(ranges) }, ...sum };
  }
}

function setGlucose(row: Float64Array, { total, ranges, min, max }: GlucoseSum): void {
  row[column.minutes] = total.minutes;
  row[column.records] = total.records;
  row[column.glucose] = total.glucose;
  row[column.variance] = total.variance;
  row[column.min] = min;
  row[column.max] = max;
  for (const [index, name] of keptRanges.entries()) {
    row[column.rangeMinutes + index] = ranges[name].minutes;
    row[column.rangeRecords + index] = ranges[name].records;
  }
}
