import type { GlucoseReading } from '../../records/data/glucose-reader.service';
import type { CountedReading } from './counted-readings';
import { SeriesColumns, type ReadingSeries } from './reading-series';

/** The sensor readings of one hour that count, and where they were taken. */
export interface HourReadings {
  /** In order. */
  counted: readonly CountedReading[];
  /** Names of time zones as records give them, in order; not all of them need exist. */
  zones: readonly string[];
}

/** The sensor readings of a day that count, and where they were taken. */
export interface DayReadings {
  series: ReadingSeries;
  /** Names of time zones from an hour on (its start), up to the next entry. */
  zones: readonly (readonly [hour: number, names: readonly string[]])[];
}

/** What seldom changes within a day; each value holds up to the next one. */
interface Runs {
  /** By index of a reading. */
  minutes: readonly (readonly [index: number, minutes: number])[];
  /** By number of an hour in the day. */
  zones: readonly (readonly [hour: number, names: readonly string[]])[];
}

const hour = 3_600_000;
const day = 24 * hour;
const headBytes = 8;
const bytesOfTime = 4;
const bytesOfValue = 8;

/** What an hour keeps of its readings, of all of them in order. */
export function makeHourReadings(
  counted: readonly CountedReading[],
  shown: readonly Pick<GlucoseReading, 'timezone'>[],
): HourReadings {
  const zones = shown.flatMap(({ timezone }, index) =>
    timezone === undefined || timezone === shown[index - 1]?.timezone ? [] : [timezone],
  );
  return { counted, zones };
}

/**
 * The readings of a day as bytes; values are kept exactly. In little-endian order: their number (32 bits) and four empty bytes,
 * their values in mmol/L (64 bits each), their times in milliseconds of the day (32 bits each), and `Runs` as JSON.
 *
 * @param hours by their starts, in order
 */
export function packReadings(dayStart: number, hours: readonly (readonly [number, HourReadings])[]): Buffer {
  const counted = hours.flatMap(([, { counted: ofHour }]) => ofHour);
  const runs: Runs = {
    minutes: makeRuns(
      counted.map(({ minutes }) => minutes),
      (one, other) => one === other,
    ),
    zones: makeRuns(zonesOfHours(dayStart, hours), areSame),
  };
  const text = Buffer.from(JSON.stringify(runs));
  const timesAt = headBytes + counted.length * bytesOfValue;
  const textAt = timesAt + counted.length * bytesOfTime;
  const packed = Buffer.alloc(textAt + text.length);
  packed.writeUInt32LE(counted.length);
  for (const [index, { time, value }] of counted.entries()) {
    packed.writeDoubleLE(value, headBytes + index * bytesOfValue);
    packed.writeUInt32LE(time - dayStart, timesAt + index * bytesOfTime);
  }
  text.copy(packed, textAt);
  return packed;
}

/** The zones of each hour of the day; hours without readings have none. */
function zonesOfHours(
  dayStart: number,
  hours: readonly (readonly [number, HourReadings])[],
): (readonly string[])[] {
  const names = new Map(hours.map(([start, { zones }]) => [start, zones]));
  return Array.from({ length: day / hour }, (_, index) => names.get(dayStart + index * hour) ?? []);
}

const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, index) => name === other[index]);

/** Only entries whose value differs from that of the one before, with their places. */
function makeRuns<Value>(
  all: readonly Value[],
  isSame: (one: Value, other: Value) => boolean,
): [place: number, value: Value][] {
  const runs: [number, Value][] = [];
  for (const [place, value] of all.entries()) {
    const last = runs.at(-1);
    if (!last || !isSame(last[1], value)) runs.push([place, value]);
  }
  return runs;
}

/** The readings of a day out of their bytes. */
export function unpackReadings(dayStart: number, packed: Buffer): DayReadings {
  const columns = new SeriesColumns(readCount(packed));
  const zones = new DayUnpacker().unpack(dayStart, packed, columns);
  return { series: columns.series(), zones };
}

/** The number of readings in the bytes of a day. */
export const readCount = (packed: Buffer): number => packed.readUInt32LE();

/** Unpacks the readings of many days: most of them have the same `Runs`. */
export class DayUnpacker {
  private last: { text: string; runs: Runs } | undefined;

  /** Adds the readings of a day to columns, and returns the zones of its hours. */
  unpack(dayStart: number, packed: Buffer, columns: SeriesColumns): DayReadings['zones'] {
    const count = readCount(packed);
    const timesAt = headBytes + count * bytesOfValue;
    const { minutes, zones } = this.makeRuns(packed.toString('utf8', timesAt + count * bytesOfTime));
    const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
    for (const [run, [from, length]] of minutes.entries()) {
      const to = minutes[run + 1]?.[0] ?? count;
      for (let index = from; index < to; index += 1)
        columns.add(
          dayStart + view.getUint32(timesAt + index * bytesOfTime, true),
          view.getFloat64(headBytes + index * bytesOfValue, true),
          length,
        );
    }
    return zones.map(([number, names]) => [dayStart + number * hour, names] as const);
  }

  private makeRuns(text: string): Runs {
    const last = this.last?.text === text ? this.last : { text, runs: JSON.parse(text) as Runs };
    this.last = last;
    return last.runs;
  }
}

/** The names of time zones of some hours of a day, from the first to the last one, each as often as it is given anew. */
export function zonesWithin(zones: DayReadings['zones'], from: number, to: number): string[] {
  return zones.flatMap(([start, names], index) => {
    const next = zones[index + 1]?.[0] ?? Infinity;
    return start <= to && next > from ? names : [];
  });
}

/** The readings of a day hour by hour, by the start of the hour; hours without any are absent. */
export function byHour({ series, zones }: DayReadings): Map<number, HourReadings> {
  const hours = new Map<number, { counted: CountedReading[]; zones: readonly string[] }>();
  for (const [index, [start, names]] of zones.entries()) {
    if (names.length === 0) continue;
    const end = zones[index + 1]?.[0] ?? (Math.floor(start / day) + 1) * day;
    for (let each = start; each < end; each += hour) hours.set(each, { counted: [], zones: names });
  }
  for (const [index, time] of series.times.entries()) {
    const start = Math.floor(time / hour) * hour;
    const ofHour = hours.get(start) ?? { counted: [], zones: [] };
    hours.set(start, ofHour);
    const [value, minutes] = [series.values[index] as number, series.minutes[index] as number];
    ofHour.counted.push({ time, value, minutes });
  }
  return hours;
}
