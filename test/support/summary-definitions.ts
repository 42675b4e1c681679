import * as fc from 'fast-check';
import type { Json } from './api';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A reading in the terms of the figures' definitions. */
export interface DefinedReading {
  /** Milliseconds since the epoch. */
  time: number;
  /** mmol/L */
  value: number;
  deviceId: string;
  sampleInterval?: number;
}

interface Counted {
  bucket: number;
  value: number;
  minutes: number;
}

const startOfHour = (time: number): number => Math.floor(time / hour);

function sensorMinutes({ deviceId, sampleInterval }: DefinedReading): number {
  if (sampleInterval !== undefined && sampleInterval > 0)
    return Math.max(1, Math.trunc(sampleInterval / minute));
  if (deviceId.includes('AbbottFreeStyleLibre3')) return 5;
  return deviceId.includes('AbbottFreeStyleLibre') ? 15 : 5;
}

/** The counted readings, from readings with distinct times. */
function countedReadings(type: 'cgm' | 'bgm', readings: readonly DefinedReading[]): Counted[] {
  const newest = Math.max(...readings.map(({ time }) => time));
  const counted: Counted[] = [];
  let blockedUntil = -Infinity;
  let inBucket = 0;
  let bucket = NaN;
  for (const each of [...readings].sort((one, other) => one.time - other.time)) {
    if (each.time <= newest - 60 * day) continue;
    if (startOfHour(each.time) !== bucket) {
      bucket = startOfHour(each.time);
      blockedUntil = -Infinity;
      inBucket = 0;
    }
    if (inBucket === 61 || (type === 'cgm' && each.time < blockedUntil)) continue;
    inBucket += 1;
    const minutes = type === 'cgm' ? sensorMinutes(each) : 0;
    blockedUntil = each.time + minutes * minute - 10 * second;
    counted.push({ bucket, value: each.value, minutes });
  }
  return counted;
}

const ranges: Record<string, (value: number) => boolean> = {
  total: () => true,
  inVeryLow: (value) => value < 3,
  inLow: (value) => value >= 3 && value < 3.9,
  inTarget: (value) => value >= 3.9 && value <= 10,
  inHigh: (value) => value > 10 && value <= 13.9,
  inVeryHigh: (value) => value > 13.9,
  inExtremeHigh: (value) => value >= 19.4,
  inAnyLow: (value) => value < 3.9,
  inAnyHigh: (value) => value > 10,
};

function countDays(buckets: readonly number[]): number {
  let days = 0;
  let mark = Infinity;
  for (const bucket of [...buckets].sort((one, other) => other - one)) {
    if (mark - bucket < 24) continue;
    days += 1;
    mark = bucket;
  }
  return days;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

function computeFigures(type: 'cgm' | 'bgm', readings: readonly Counted[], days: number): Json {
  const minutes = sum(readings.map((each) => each.minutes));
  const isTimed = minutes > 0;
  const weight = isTimed ? minutes : readings.length;
  const weigh = (each: Counted) => (isTimed ? each.minutes : 1);
  const glucose = sum(readings.map((each) => weigh(each) * each.value));
  const average = weight > 0 ? glucose / weight : 0;
  const variance = sum(readings.map((each) => weigh(each) * (each.value - average) ** 2));
  const deviation = weight > 0 ? Math.sqrt(variance / weight) : 0;
  const createRange = (name: string, isWithin: (value: number) => boolean) => {
    const within = readings.filter(({ value }) => isWithin(value));
    const amount = { records: within.length, minutes: sum(within.map((each) => each.minutes)) };
    if (name === 'total') return { ...amount, glucose, variance, percent: minutes / (days * 1_440) };
    const share = isTimed ? amount.minutes / minutes : amount.records / Math.max(readings.length, 1);
    return { ...amount, percent: share, glucose: 0, variance: 0 };
  };
  const buckets = [...new Set(readings.map(({ bucket }) => bucket))];
  const values = readings.map(({ value }) => value);
  const indicator = Math.floor((0.09148 * (12.71 + 4.70587 * average) + 2.152) * 10 + 0.5) / 10;
  return {
    ...Object.fromEntries(
      Object.entries(ranges).map(([name, isWithin]) => [name, createRange(name, isWithin)]),
    ),
    min: values.length > 0 ? Math.min(...values) : 0,
    max: values.length > 0 ? Math.max(...values) : 0,
    hoursWithData: buckets.length,
    daysWithData: countDays(buckets),
    averageGlucoseMmol: average,
    glucoseManagementIndicator: type === 'cgm' && isTimed ? indicator : 0,
    standardDeviation: deviation,
    coefficientOfVariation: average > 0 ? deviation / average : 0,
    averageDailyRecords: readings.length / days,
  };
}

/** The differences of all figures; those of ranges have neither glucose nor variance. */
function difference(one: Json, other: Json): Json {
  const { glucose: _glucose, variance: _variance, ...rest } = one;
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name,
      typeof value === 'number' ? value - other[name] : difference(value, other[name]),
    ]),
  );
}

/** The periods of a summary computed from their definitions: from single readings, without hourly sums. */
export function definedPeriods(type: 'cgm' | 'bgm', readings: readonly DefinedReading[]): Json {
  const counted = countedReadings(type, readings);
  const newest = Math.max(...counted.map(({ bucket }) => bucket));
  const within = (from: number, to: number) =>
    counted.filter(({ bucket }) => bucket > newest - to * 24 && bucket <= newest - from * 24);
  return Object.fromEntries(
    [1, 7, 14, 30].map((days) => {
      const current = computeFigures(type, within(0, days), days);
      const before = computeFigures(type, within(days, 2 * days), days);
      return [`${days}d`, { ...current, delta: difference(current, before) }];
    }),
  );
}

/** Readings in some of the sixty days before an hour, many of them close together. */
export const readingsOfHours = (start: number): fc.Arbitrary<DefinedReading[]> =>
  fc
    .uniqueArray(
      fc.record({
        hoursAgo: fc.oneof(fc.integer({ min: 0, max: 61 * 24 }), fc.integer({ min: 0, max: 30 })),
        readings: fc.uniqueArray(
          fc.record({
            second: fc.integer({ min: 0, max: 3_599 }),
            value: fc.oneof(
              fc.integer({ min: 150, max: 2_600 }).map((hundredths) => hundredths / 100),
              fc.constantFrom(2.99999, 3, 3.89999, 3.9, 10, 10.00001, 13.9, 13.90001, 19.39999, 19.4),
            ),
            device: fc.constantFrom(
              { deviceId: 'Dex' },
              { deviceId: 'AbbottFreeStyleLibre-1' },
              { deviceId: 'my-AbbottFreeStyleLibre3' },
              { deviceId: 'Dex', sampleInterval: minute },
              { deviceId: 'Dex', sampleInterval: 150_000 },
            ),
          }),
          { minLength: 1, maxLength: 20, selector: ({ second }) => second },
        ),
      }),
      { minLength: 5, maxLength: 90, selector: ({ hoursAgo }) => hoursAgo },
    )
    .map((hours): DefinedReading[] =>
      hours.flatMap(({ hoursAgo, readings }) =>
        readings.map(({ second, value, device }) => ({
          time: start - hoursAgo * hour + second * 1_000,
          value,
          ...device,
        })),
      ),
    );

/** Compares all numbers, except for rounding errors of sums in another order. */
export function expectSameFigures(actual: Json, expected: Json, place = ''): void {
  if (typeof expected === 'number') {
    const tolerance = 1e-9 * Math.max(1, Math.abs(expected));
    if (!(Math.abs(actual - expected) <= tolerance))
      expect({ place, is: actual }).toEqual({ place, is: expected });
    return;
  }
  expect({ place, members: Object.keys(actual).sort() }).toEqual({
    place,
    members: Object.keys(expected).sort(),
  });
  for (const name of Object.keys(expected))
    expectSameFigures(actual[name], expected[name], `${place}/${name}`);
}
