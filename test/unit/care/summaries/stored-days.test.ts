import * as fc from 'fast-check';
import { makeBucket, type MadeBucket } from '../../../../src/care/summaries/bucket';
import { hourBits, packFigures, unpackFigures } from '../../../../src/care/summaries/day-figures';
import {
  byHour,
  makeHourReadings,
  packReadings,
  unpackReadings,
  zonesWithin,
  type HourReadings,
} from '../../../../src/care/summaries/day-readings';
import { toMmolL } from '../../../../src/platform/validation/glucose-units';
import type { GlucoseMeasure } from '../../../../src/records/data/glucose-change.entity';
import type { GlucoseReading } from '../../../../src/records/data/glucose-reader.service';

const hour = 3_600_000;
const dayStart = Date.UTC(2026, 2, 1);

const value = fc.oneof(
  fc.integer({ min: 1, max: 600 }).map(toMmolL),
  fc.double({ min: 0, max: 60, noNaN: true }).map((each) => each + 0),
);

/** A record of the day. */
const record: fc.Arbitrary<GlucoseReading> = fc.record(
  {
    id: fc.string({ minLength: 1, maxLength: 4 }),
    time: fc.integer({ min: 0, max: 24 * hour - 1 }).map((offset) => dayStart + offset),
    active: fc.boolean(),
    value,
    deviceId: fc.constantFrom('Dex', 'AbbottFreeStyleLibre'),
    timezone: fc.constantFrom('Europe/Vienna', 'Asia/Tokyo', 'not a zone, ünd'),
    sampleInterval: fc.constantFrom(60_000, 300_000, 900_000, 9e15),
    createdTime: fc.integer({ min: 0, max: 3 * 24 * hour }).map((offset) => dayStart + offset),
    modifiedTime: fc.integer({ min: 0, max: 9 * 24 * hour }).map((offset) => dayStart + offset),
  },
  { requiredKeys: ['id', 'time', 'active', 'value', 'deviceId', 'createdTime', 'modifiedTime'] },
);

/** The buckets of the hours of some records, in order. */
function bucketsOf(measure: GlucoseMeasure, records: readonly GlucoseReading[]): [number, MadeBucket][] {
  const hours = new Map<number, GlucoseReading[]>();
  for (const each of records.toSorted((one, other) => one.time - other.time)) {
    const start = Math.floor(each.time / hour) * hour;
    hours.set(start, [...(hours.get(start) ?? []), each]);
  }
  return [...hours].flatMap(([start, ofHour]) => {
    const bucket = makeBucket(measure, ofHour);
    return bucket ? [[start, bucket]] : [];
  });
}

const withoutReadings = (buckets: readonly [number, MadeBucket][]) =>
  buckets.map(([start, { readings: _readings, ...bucket }]) => [start, bucket] as const);

describe('the buckets of a day', () => {
  it('are the same out of their bytes', () => {
    fc.assert(
      fc.property(
        fc.array(record, { maxLength: 60 }),
        fc.constantFrom<GlucoseMeasure>('cgm', 'bgm', 'con'),
        (records, measure) => {
          const buckets = withoutReadings(bucketsOf(measure, records));
          expect([...unpackFigures(dayStart, packFigures(dayStart, buckets))]).toEqual(buckets);
        },
      ),
    );
  });

  it('tell which hours have something', () => {
    const at = (number: number) => [dayStart + number * hour, { newest: number }] as const;
    const buckets = [at(0), at(3), at(23)].map(([start, more]) => [
      start,
      { first: null, last: null, modified: 0, ...more },
    ]) as [number, MadeBucket][];
    expect(hourBits(dayStart, buckets, ({ newest }) => newest !== 3)).toBe(1 + 2 ** 23);
  });
});

describe('the readings of a day', () => {
  const hoursOf = (records: readonly GlucoseReading[]) =>
    bucketsOf('cgm', records).map(([start, { readings }]) => [start, readings] as [number, HourReadings]);

  it('are the same out of their bytes', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 60 }), (records) => {
        const hours = hoursOf(records);
        const found = unpackReadings(dayStart, packReadings(dayStart, hours));
        const counted = hours.flatMap(([, { counted: ofHour }]) => ofHour);
        expect([...found.series.times]).toEqual(counted.map(({ time }) => time));
        expect([...found.series.values]).toEqual(counted.map(({ value: each }) => each));
        expect([...found.series.minutes]).toEqual(counted.map(({ minutes }) => minutes));
        const notEmpty = hours.filter(([, { counted: some, zones }]) => some.length + zones.length > 0);
        expect([...byHour(found)].sort(([one], [other]) => one - other)).toEqual(notEmpty);
      }),
    );
  });

  it('end with the zones of the last hour that has any', () => {
    const number = fc.integer({ min: 0, max: 23 });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 20 }), number, number, (records, one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)].map(
          (each) => dayStart + each * hour,
        ) as [number, number];
        const hours = hoursOf(records);
        const zones = hours
          .filter(([start]) => start >= from && start <= to)
          .flatMap(([, { zones: all }]) => all);
        const found = zonesWithin(unpackReadings(dayStart, packReadings(dayStart, hours)).zones, from, to);
        expect(found.at(-1)).toBe(zones.at(-1));
        expect(new Set(found)).toEqual(new Set(zones));
      }),
    );
  });

  it('have a zone once until another one follows', () => {
    const shown = ['A', 'A', 'B', 'B', 'A'].map((timezone) => ({ timezone }));
    expect(makeHourReadings([], [{}, ...shown, {}]).zones).toEqual(['A', 'B', 'A']);
  });

  it('say once what holds for many', () => {
    const minutes = [5, 5, 15, 15, 5];
    const counted = minutes.map((each, index) => ({ time: dayStart + index, value: index, minutes: each }));
    const zones = ['Asia/Tokyo'];
    const packed = packReadings(dayStart, [
      [dayStart + hour, { counted: counted.slice(0, 1), zones }],
      [dayStart + 2 * hour, { counted: counted.slice(1), zones }],
    ]);
    const runs = '{"minutes":[[0,5],[2,15],[4,5]],"zones":[[0,[]],[1,["Asia/Tokyo"]],[3,[]]]}';
    expect(packed.toString('utf8', 8 + 5 * 12)).toBe(runs);
  });
});
