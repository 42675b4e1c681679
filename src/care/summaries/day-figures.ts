import type { Amount, Bucket, ContinuousSum, GlucoseSum } from './bucket';
import { combinedRanges, keptRanges } from './glucose-ranges';
import { column, type HourTable } from './hour-table';

/**
 * The buckets of a day as bytes, in little-endian order, one hour after the other. Each begins with `headBytes`: the number
 * of the hour in the day (8 bits), `flags` (8 bits), two empty bytes, the times of the first and last counted and of the
 * newest record in milliseconds of the hour (32 bits each), and when a record last changed (64 bits). What follows is
 * - for glucose: its sum, variance, minimum and maximum, the minutes in each of `keptRanges` (64 bits each), and the records in
 *   each of them (8 bits each: an hour has at most 61), with two empty bytes;
 * - for continuous uploads: `realtime` and `deferred` (32 bits each).
 * Everything else follows from that, exactly: all minutes and records are whole numbers.
 */
const headBytes = 24;
const glucoseBytes = 88;
const continuousBytes = 8;
const number = 8;
const flags = { counted: 1, shown: 2, glucose: 4, continuous: 8 } as const;

const hour = 3_600_000;

const basicRanges = keptRanges.slice(0, -1);

/** Packs the buckets of a day, in the order of their hours. */
export function packFigures(dayStart: number, buckets: readonly (readonly [number, Bucket])[]): Buffer {
  return Buffer.concat(buckets.map(([start, bucket]) => packed(dayStart, start, bucket)));
}

function packed(dayStart: number, start: number, bucket: Bucket): Buffer {
  const { first, last, newest, modified, glucose, continuous } = bucket;
  const bytes = Buffer.alloc(headBytes + (glucose ? glucoseBytes : 0) + (continuous ? continuousBytes : 0));
  bytes.writeUInt8((start - dayStart) / hour, 0);
  bytes.writeUInt8(
    (first === null ? 0 : flags.counted) |
      (newest === null ? 0 : flags.shown) |
      (glucose ? flags.glucose : 0) |
      (continuous ? flags.continuous : 0),
    1,
  );
  const times = [first, last, newest];
  for (const [index, time] of times.entries()) bytes.writeUInt32LE((time ?? start) - start, 4 + index * 4);
  bytes.writeDoubleLE(modified, 16);
  if (glucose) writeGlucose(bytes, glucose);
  if (continuous) {
    bytes.writeUInt32LE(continuous.realtime, headBytes);
    bytes.writeUInt32LE(continuous.deferred, headBytes + 4);
  }
  return bytes;
}

function writeGlucose(bytes: Buffer, { total, ranges, min, max }: GlucoseSum): void {
  const numbers = [
    total.glucose,
    total.variance,
    min,
    max,
    ...keptRanges.map((name) => ranges[name].minutes),
  ];
  for (const [index, each] of numbers.entries()) bytes.writeDoubleLE(each, headBytes + index * number);
  const records = headBytes + numbers.length * number;
  for (const [index, name] of keptRanges.entries()) bytes.writeUInt8(ranges[name].records, records + index);
}

/** The buckets of a day out of their bytes, by the start of the hour and in order. */
export function unpackFigures(dayStart: number, bytes: Buffer): Map<number, Bucket> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const buckets = new Map<number, Bucket>();
  for (let at = 0; at < bytes.length;) {
    const start = dayStart + view.getUint8(at) * hour;
    const flag = view.getUint8(at + 1);
    const time = (place: number, isThere: number) =>
      (flag & isThere) === 0 ? null : start + view.getUint32(at + place, true);
    const bucket: Bucket = {
      first: time(4, flags.counted),
      last: time(8, flags.counted),
      newest: time(12, flags.shown),
      modified: view.getFloat64(at + 16, true),
    };
    at += headBytes;
    if (flag & flags.glucose) {
      bucket.glucose = readGlucose(view, at);
      at += glucoseBytes;
    }
    if (flag & flags.continuous) {
      bucket.continuous = readContinuous(view, at);
      at += continuousBytes;
    }
    buckets.set(start, bucket);
  }
  return buckets;
}

function readGlucose(view: DataView, at: number): GlucoseSum {
  const numberAt = (index: number) => view.getFloat64(at + index * number, true);
  const amountAt = (index: number): Amount => ({
    minutes: numberAt(4 + index),
    records: view.getUint8(at + (4 + keptRanges.length) * number + index),
  });
  const kept = {
    inVeryLow: amountAt(0),
    inLow: amountAt(1),
    inTarget: amountAt(2),
    inHigh: amountAt(3),
    inVeryHigh: amountAt(4),
    inExtremeHigh: amountAt(5),
  };
  const total = { minutes: 0, records: 0, glucose: numberAt(0), variance: numberAt(1) };
  for (const name of basicRanges) {
    total.minutes += kept[name].minutes;
    total.records += kept[name].records;
  }
  return { total, ranges: { ...kept, ...combinedRanges(kept) }, min: numberAt(2), max: numberAt(3) };
}

const readContinuous = (view: DataView, at: number): ContinuousSum => ({
  realtime: view.getUint32(at, true),
  deferred: view.getUint32(at + 4, true),
});

/** Adds the buckets of a day to a table out of their bytes, those whose hours lie between two others, both included. */
export function addFigures(
  table: HourTable,
  dayStart: number,
  bytes: Buffer,
  { from, to }: { from: number; to: number },
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length;) {
    const start = dayStart + view.getUint8(at) * hour;
    const flag = view.getUint8(at + 1);
    const body = at + headBytes;
    const size = (flag & flags.glucose ? glucoseBytes : 0) + (flag & flags.continuous ? continuousBytes : 0);
    if (start >= from && start <= to) addRow(table, view, { at, start, flag });
    at = body + size;
  }
}

function addRow(
  table: HourTable,
  view: DataView,
  { at, start, flag }: { at: number; start: number; flag: number },
): void {
  const { numbers } = table;
  const row = table.next();
  numbers[row + column.hour] = start;
  numbers[row + column.first] = flag & flags.counted ? start + view.getUint32(at + 4, true) : NaN;
  numbers[row + column.newest] = flag & flags.shown ? start + view.getUint32(at + 12, true) : NaN;
  numbers[row + column.modified] = view.getFloat64(at + 16, true);
  const body = at + headBytes;
  if (flag & flags.continuous) {
    numbers[row + column.realtime] = view.getUint32(body, true);
    numbers[row + column.deferred] = view.getUint32(body + 4, true);
  }
  if ((flag & flags.glucose) === 0) return;
  // Sum, variance, minimum and maximum follow each other in the row, too.
  for (let index = 0; index < 4; index += 1)
    numbers[row + column.glucose + index] = view.getFloat64(body + index * number, true);
  const records = body + (4 + keptRanges.length) * number;
  let [allMinutes, allRecords] = [0, 0];
  for (let index = 0; index < keptRanges.length; index += 1) {
    const minutes = view.getFloat64(body + (4 + index) * number, true);
    const count = view.getUint8(records + index);
    numbers[row + column.rangeMinutes + index] = minutes;
    numbers[row + column.rangeRecords + index] = count;
    if (index === basicRanges.length) continue;
    allMinutes += minutes;
    allRecords += count;
  }
  numbers[row + column.minutes] = allMinutes;
  numbers[row + column.records] = allRecords;
}

/** The hours of a day with some property as bits, the first hour as the lowest one. */
export function hourBits(
  dayStart: number,
  buckets: readonly (readonly [number, Bucket])[],
  has: (bucket: Bucket) => boolean,
): number {
  return buckets.reduce(
    (bits, [start, bucket]) => bits | (has(bucket) ? 1 << ((start - dayStart) / hour) : 0),
    0,
  );
}
