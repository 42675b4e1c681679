import * as fc from 'fast-check';
import { makeBucket, type Bucket, type MadeBucket } from '../../../../src/care/summaries/bucket';
import { addFigures, packFigures } from '../../../../src/care/summaries/day-figures';
import { column, HourTable } from '../../../../src/care/summaries/hour-table';
import {
  continuousPeriods,
  glucosePeriods,
  hoursKept,
  hoursOfSummary,
} from '../../../../src/care/summaries/periods';
import type { GlucoseReading } from '../../../../src/records/data/glucose-reader.service';
import {
  definedPeriods,
  expectSameFigures,
  readingsOfHours,
  type DefinedReading,
} from '../../../support/summary-definitions';

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.UTC(2026, 2, 14, 7);

type Measure = 'cgm' | 'bgm' | 'con';

const toReading = (given: DefinedReading, index: number): GlucoseReading => ({
  ...{ id: `${index}`, active: true, createdTime: given.time, modifiedTime: given.time },
  ...given,
});

/** The buckets of the last sixty days up to the newest of some readings, by their hours in order. */
function bucketsOf(measure: Measure, given: readonly GlucoseReading[]): [hour: number, MadeBucket][] {
  const newest = Math.max(...given.map(({ time }) => time));
  const hours = new Map<number, GlucoseReading[]>();
  for (const each of given.toSorted((one, other) => one.time - other.time)) {
    const of = Math.floor(each.time / hour) * hour;
    if (each.time > newest - 60 * day) hours.set(of, [...(hours.get(of) ?? []), each]);
  }
  return [...hours].flatMap(([of, ofHour]) => {
    const bucket = makeBucket(measure, ofHour);
    return bucket ? [[of, bucket]] : [];
  });
}

/** The same buckets out of the bytes of their days; only those between two hours. */
function unpacked(buckets: readonly [number, MadeBucket][], range = { from: 0, to: Infinity }): HourTable {
  const days = new Map<number, [number, MadeBucket][]>();
  for (const each of buckets) {
    const of = Math.floor(each[0] / day) * day;
    days.set(of, [...(days.get(of) ?? []), each]);
  }
  const table = new HourTable(buckets.length);
  for (const [of, ofDay] of days) addFigures(table, of, packFigures(of, ofDay), range);
  return table;
}

const columns = Object.values(column);
const rowsOf = (table: HourTable) =>
  Array.from({ length: table.length }, (_, row) => columns.map((place) => table.get(row, place)));

describe.each(['cgm', 'bgm'] as const)('the periods of a %s summary', (measure) => {
  it('have the figures of a plain computation, from buckets and out of their bytes', () => {
    fc.assert(
      fc.property(readingsOfHours(start), (given) => {
        const buckets = bucketsOf(measure, given.map(toReading));
        const expected = definedPeriods(measure, given);
        expectSameFigures(glucosePeriods(HourTable.of(buckets)), expected);
        expectSameFigures(glucosePeriods(unpacked(buckets)), expected);
      }),
      { numRuns: 20 },
    );
  });
});

describe('a table of hours', () => {
  it('is the same from buckets, out of their bytes, and with other rows removed or replaced', () => {
    fc.assert(
      fc.property(
        readingsOfHours(start),
        fc.constantFrom<Measure>('cgm', 'bgm', 'con'),
        fc.tuple(fc.nat(1_500), fc.nat(1_500)),
        (given, measure, hoursAgo) => {
          const buckets = bucketsOf(measure, given.map(toReading));
          const [from, to] = hoursAgo.toSorted((one, other) => other - one).map((ago) => start - ago * hour);
          const range = { from: from ?? 0, to: to ?? 0 };
          const within = HourTable.of(buckets.filter(([of]) => of >= range.from && of <= range.to));
          expect(rowsOf(unpacked(buckets, range))).toEqual(rowsOf(within));
          const all = HourTable.of(buckets);
          all.keep((row) => all.get(row, column.hour) >= range.from && all.get(row, column.hour) <= range.to);
          expect(rowsOf(all)).toEqual(rowsOf(within));
          const others = HourTable.of(
            buckets.map(([of], index) => [of, buckets.at(-index)?.[1] as MadeBucket]),
          );
          for (const [row, [, bucket]] of buckets.entries()) others.replace(row, bucket);
          others.keep(() => true);
          expect(rowsOf(others)).toEqual(rowsOf(HourTable.of(buckets)));
        },
      ),
      { numRuns: 20 },
    );
  });

  it('has nothing in an hour without records', () => {
    const bucket: Bucket = { first: start, last: start, newest: start, modified: 7 };
    const table = HourTable.of([[start, { ...bucket, continuous: { realtime: 1, deferred: 2 } }]]);
    table.replace(0, null);
    expect(rowsOf(table)).toEqual([[start, NaN, NaN, ...columns.slice(3).map(() => 0)]]);
  });

  it('leaves out hours in which nothing counts', () => {
    const at = (hours: number, fields: object): GlucoseReading => ({
      ...{ id: `${hours}`, active: true, time: start + hours * hour, value: 6, deviceId: '' },
      ...{ createdTime: start, modifiedTime: start, ...fields },
    });
    const table = HourTable.of(
      bucketsOf('cgm', [
        at(0, { active: false }),
        at(1, { value: NaN }),
        at(2, {}),
        at(3, { active: false }),
      ]),
    );
    expect(rowsOf(table).map((row) => row.slice(0, 3))).toEqual([
      [start, NaN, NaN],
      [start + hour, NaN, start + hour],
      [start + 2 * hour, start + 2 * hour, start + 2 * hour],
      [start + 3 * hour, NaN, NaN],
    ]);
    expect(table.sum(0, 4)).toMatchObject({ total: { records: 1, minutes: 5, glucose: 30 }, min: 6, max: 6 });
    expect(table.sum(0, 2)).toMatchObject({ total: { records: 0, variance: 0 }, min: 0, max: 0 });
  });
});

it('the periods of continuous uploads count those in time and late ones, whose hours may be any of the period', () => {
  const sent = (hoursAgo: number, delay: number, index: number): GlucoseReading => ({
    ...{ id: `${index}`, active: true, time: start - hoursAgo * hour, value: NaN, deviceId: '' },
    ...{ createdTime: start - hoursAgo * hour + delay, modifiedTime: start },
  });
  const delays = [
    [0, 0],
    [0, day],
    [23, day - 1],
    [24, 0],
    [24, day],
    [24 * 7 - 1, 2 * day],
    [24 * 14 - 1, 0],
    [24 * 30 - 1, 0],
    [24 * 30, 0],
  ] as const;
  const buckets = bucketsOf(
    'con',
    delays.map(([hoursAgo, delay], index) => sent(hoursAgo, delay, index)),
  );
  const none = { glucose: 0, variance: 0, minutes: 0 };
  const period = (realtime: number, deferred: number, days: number) => {
    const all = realtime + deferred;
    return {
      realtime: { ...none, records: realtime, percent: realtime / all },
      deferred: { ...none, records: deferred, percent: deferred / all },
      total: { ...none, records: all, percent: 0 },
      averageDailyRecords: all / days,
    };
  };
  const expected = {
    '1d': period(2, 1, 1),
    '7d': period(3, 3, 7),
    '14d': period(4, 3, 14),
    '30d': period(5, 3, 30),
  };
  expect(continuousPeriods(HourTable.of(buckets))).toEqual(expected);
  expect(continuousPeriods(unpacked(buckets))).toEqual(expected);
  expect(continuousPeriods(new HourTable(0))['1d']).toMatchObject({
    ...{ realtime: { percent: 0 }, deferred: { percent: 0 }, averageDailyRecords: 0 },
  });
});

describe('the bucket of an hour', () => {
  const at = (minutes: number, fields: Partial<GlucoseReading> = {}): GlucoseReading => ({
    ...{ id: `${minutes}`, active: true, time: start + minutes * 60_000, value: 6, deviceId: '' },
    ...{ createdTime: start, modifiedTime: start, ...fields },
  });

  it('is null without a record', () => {
    for (const measure of ['cgm', 'bgm', 'con'] as const) expect(makeBucket(measure, [])).toBeNull();
  });

  it('tells when one of its records has changed last, also a hidden one', () => {
    const changed = [
      at(0, { modifiedTime: 7 }),
      at(5, { modifiedTime: 9, active: false }),
      at(10, { modifiedTime: 8 }),
    ];
    expect(makeBucket('bgm', changed)).toMatchObject({
      ...{ modified: 9, first: start, last: start + 600_000, newest: start + 600_000 },
    });
  });

  it('has no statistics of hidden records, and readings for sensors only', () => {
    const hidden = [at(0, { active: false })];
    const empty = { first: null, last: null, newest: null, modified: start };
    expect(makeBucket('bgm', hidden)).toEqual(empty);
    expect(makeBucket('con', hidden)).toEqual(empty);
    expect(makeBucket('cgm', hidden)).toEqual({ ...empty, readings: { counted: [], zones: [] } });
    expect(Object.keys(makeBucket('bgm', [at(0)]) ?? {})).not.toContain('readings');
    expect(Object.keys(makeBucket('con', [at(0)]) ?? {})).not.toContain('readings');
  });
});

it('a summary covers two months, and the hours of three are kept for sensors', () => {
  expect(hoursOfSummary).toBe(60 * 24);
  expect(hoursKept).toEqual({ cgm: 91 * 24, bgm: 60 * 24, con: 60 * 24 });
});
