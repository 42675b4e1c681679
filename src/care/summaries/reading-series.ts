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
export function seriesOf(readings: readonly CountedReading[]): ReadingSeries {
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

/** The readings from one index up to another one, in the same memory. */
export const partOfSeries = ({ times, values, minutes }: ReadingSeries, start: number, end: number) => ({
  times: times.subarray(start, end),
  values: values.subarray(start, end),
  minutes: minutes.subarray(start, end),
});

/** The readings between two instants; both belong to it. */
export const seriesBetween = (series: ReadingSeries, from: number, to: number): ReadingSeries =>
  partOfSeries(series, indexAt(series.times, from), indexAt(series.times, to + 1));

/** Series that follow one another, as one. */
export function joinedSeries(parts: readonly ReadingSeries[]): ReadingSeries {
  const joined = blankSeries(parts.reduce((sum, { times }) => sum + times.length, 0));
  let place = 0;
  for (const { times, values, minutes } of parts) {
    joined.times.set(times, place);
    joined.values.set(values, place);
    joined.minutes.set(minutes, place);
    place += times.length;
  }
  return joined;
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
