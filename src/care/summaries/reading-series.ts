import type { CountedReading } from './counted-readings';

/**
 * Readings that count, in order, as columns: a year of them has a hundred thousand, and an object for each would take most of
 * the time. The arrays have the same length.
 */
export interface ReadingSeries {
  /** Milliseconds since the epoch. */
  readonly times: Float64Array;
  /** mmol/L */
  readonly values: Float64Array;
  /** Minutes that a reading represents; 0 for a meter. */
  readonly minutes: Float64Array;
}

/** Some readings as columns. */
export function toSeries(readings: readonly CountedReading[]): ReadingSeries {
  const series = blankSeries(readings.length);
  for (const [index, { time, value, minutes }] of readings.entries()) {
    series.times[index] = time;
    series.values[index] = value;
    series.minutes[index] = minutes;
  }
  return series;
}

export const blankSeries = (length: number): ReadingSeries => ({
  times: new Float64Array(length),
  values: new Float64Array(length),
  minutes: new Float64Array(length),
});

/** Columns that readings are added to, one after the other; not more than there is room for. */
export class SeriesColumns {
  private readonly columns: ReadingSeries;
  length = 0;

  constructor(room: number) {
    this.columns = blankSeries(room);
  }

  add(time: number, value: number, minutes: number): void {
    const { times, values, minutes: durations } = this.columns;
    times[this.length] = time;
    values[this.length] = value;
    durations[this.length] = minutes;
    this.length += 1;
  }

  /** The readings that were added from an index on. */
  series(from = 0): ReadingSeries {
    return partOfSeries(this.columns, from, this.length);
  }
}

/** The readings from one index up to another one, in the same memory. */
export const partOfSeries = ({ times, values, minutes }: ReadingSeries, start: number, end: number) => ({
  times: times.subarray(start, end),
  values: values.subarray(start, end),
  minutes: minutes.subarray(start, end),
});

/** The readings between two instants; both belong to it. */
export const seriesBetween = (series: ReadingSeries, from: number, to: number): ReadingSeries =>
  partOfSeries(series, indexAt(series.times, from), indexAt(series.times, to + 1));

/** Series that follow one another, as one; in the same memory if they are next to each other there. */
export function joinedSeries(parts: readonly ReadingSeries[]): ReadingSeries {
  const [first] = parts;
  const length = parts.reduce((sum, { times }) => sum + times.length, 0);
  if (first && parts.every((part, index) => index === 0 || isNext(parts[index - 1] as ReadingSeries, part)))
    return wider(first, length);
  const joined = blankSeries(length);
  let place = 0;
  for (const { times, values, minutes } of parts) {
    joined.times.set(times, place);
    joined.values.set(values, place);
    joined.minutes.set(minutes, place);
    place += times.length;
  }
  return joined;
}

/** Whether the readings of a series lie behind those of another one in the same columns. */
const isNext = ({ times: before }: ReadingSeries, { times }: ReadingSeries): boolean =>
  times.buffer === before.buffer && times.byteOffset === before.byteOffset + before.byteLength;

function wider({ times, values, minutes }: ReadingSeries, length: number): ReadingSeries {
  const more = (column: Float64Array) => new Float64Array(column.buffer, column.byteOffset, length);
  return { times: more(times), values: more(values), minutes: more(minutes) };
}

/** Index of the first of sorted times that is not before an instant; their number if there is none. */
function indexAt(times: Float64Array, instant: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}
