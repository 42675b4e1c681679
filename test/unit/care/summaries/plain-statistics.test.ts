import * as fc from 'fast-check';
import type { CountedReading } from '../../../../src/care/summaries/counted-readings';
import { LocalTime } from '../../../../src/care/summaries/local-time';
import { toSeries } from '../../../../src/care/summaries/reading-series';
import type { Figures } from '../../../../src/care/summaries/statistics/figures';
import {
  glucoseStatistics,
  type TimeRange,
} from '../../../../src/care/summaries/statistics/glucose-statistics';
import { LongWork } from '../../../../src/platform/long-work';
import {
  definedFigures,
  definedGmi,
  definedGri,
  localTime,
  type CountedOnce,
} from '../../../support/statistics-definitions';

const minute = 60_000;
const step = 5 * minute;
const day = 86_400_000;

/** Times at which clocks change, also at midnight and by half an hour. */
const changes: [zone: string, instant: number][] = [
  ['Europe/Vienna', Date.UTC(2026, 2, 29, 1)],
  ['Europe/Vienna', Date.UTC(2026, 9, 25, 1)],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 15)],
  ['America/Santiago', Date.UTC(2026, 8, 6, 4)],
  ['Asia/Kolkata', Date.UTC(2026, 5, 1)],
];

const limits = [3, 3.5, 3.9, 7.8, 10, 13.9, 19.4];
const targets = { low: 4.4, high: 8.5 };
const aroundLimits = [...limits, targets.low, targets.high].flatMap((limit) => [
  ...[limit - 1e-5, limit, limit + 1e-5],
]);
const value = fc.oneof(fc.constantFrom(0, ...aroundLimits), fc.double({ min: 1, max: 30, noNaN: true }));

const statistics = (readings: readonly CountedReading[], range: TimeRange, zone: string, passed: number) =>
  glucoseStatistics(
    toSeries(readings),
    range,
    { targets, clocks: LocalTime.of(zone), passed },
    new LongWork(),
  );

const flat = ({ ranges, ...figures }: Figures) => ({ ...figures, ...ranges });

const toDefined = ({ value: mmolL, ...reading }: CountedReading): CountedOnce => ({ ...reading, mmolL });

/** The figures of some readings, of a time of so many steps. */
function plainFigures(readings: readonly CountedReading[], steps: number): object {
  const all = readings.reduce((sum, { minutes }) => sum + minutes, 0);
  const side = (test: (mmolL: number) => boolean) => {
    const own = readings.filter((reading) => test(reading.value));
    const minutes = own.reduce((sum, each) => sum + each.minutes, 0);
    const share = all === 0 ? null : (expect.closeTo(minutes / all, 9) as number);
    return { share, minutes, records: own.length };
  };
  return {
    ...definedFigures(readings.map(toDefined), steps * 5),
    belowTargets: side((mmolL) => mmolL < targets.low),
    withinTargets: side((mmolL) => mmolL >= targets.low && mmolL <= targets.high),
    aboveTargets: side((mmolL) => mmolL > targets.high),
  };
}

/** The statistics of a range as one would write them down: step by step, and reading by reading. */
function plainStatistics(
  readings: readonly CountedReading[],
  range: TimeRange,
  zone: string,
  passed: number,
) {
  const local = localTime(zone);
  const count = (range.to - range.from) / step;
  const steps = Array.from({ length: count }, (_, index) => range.from + index * step).map((time) => ({
    isOver: time < passed,
    ...local(time),
  }));
  const placed = readings.map((reading) => ({ reading, ...local(reading.time) }));
  const of = (name: 'hour' | 'date', wanted: number | string) =>
    plainFigures(
      placed.filter((each) => each[name] === wanted).map(({ reading }) => reading),
      steps.filter((each) => each[name] === wanted && each.isOver).length,
    );
  const gri = definedGri(readings.map(toDefined));
  return {
    whole: {
      ...plainFigures(readings, steps.filter(({ isOver }) => isOver).length),
      timezone: zone,
      glucoseManagementIndicator: definedGmi(readings.map(toDefined)),
      glycemiaRiskIndex: gri === null ? null : (expect.closeTo(gri, 9) as number),
    },
    byHour: Array.from({ length: 24 }, (_, hour) => of('hour', hour)),
    byDay: [...new Set(steps.map(({ date }) => date))].map((date) => ({ date, ...of('date', date) })),
  };
}

it('the statistics of a range have the figures of a plain computation, in any zone', async () => {
  const reading = fc.record({
    gap: fc.constantFrom(5, 5, 5, 15, 65, 1440),
    value,
    minutes: fc.constantFrom(1, 5, 5, 15),
  });
  const steps = fc.integer({ min: 1, max: 400 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(reading, { maxLength: 80 }),
      fc.constantFrom(...changes),
      fc.tuple(steps, steps, fc.integer({ min: -100, max: 900 })),
      async (given, [zone, change], [before, after, over]) => {
        const range = { from: change - before * step, to: change + after * step };
        const readings: CountedReading[] = [];
        let time = range.from;
        for (const { gap, ...each } of given) {
          if (time < range.to) readings.push({ time, ...each });
          time += gap * minute;
        }
        const passed = range.from + over * step;
        const { byHour, byDay, ...whole } = await statistics(readings, range, zone, passed);
        const plain = plainStatistics(readings, range, zone, passed);
        // One after the other: the difference of all at once would take long to print.
        expect(flat(whole)).toMatchObject(plain.whole);
        expect(byDay.map(({ date }) => date)).toEqual(plain.byDay.map(({ date }) => date));
        for (const [index, day] of byDay.entries()) expect(flat(day)).toMatchObject(plain.byDay[index] ?? {});
        expect(byHour).toHaveLength(24);
        for (const [index, hour] of byHour.entries())
          expect(flat(hour)).toMatchObject(plain.byHour[index] ?? {});
      },
    ),
    { numRuns: 40 },
  );
});

it('what is measured lies in the ranges whose limits it reaches', async () => {
  const from = Date.UTC(2026, 5, 1);
  const range = { from, to: from + day };
  const readings = aroundLimits.map((each, index) => ({
    time: from + index * step,
    value: each,
    minutes: 5,
  }));
  const { byHour: _hours, byDay, ...whole } = await statistics(readings, range, 'UTC', range.to);
  const plain = plainStatistics(readings, range, 'UTC', range.to);
  expect(flat(whole)).toMatchObject(plain.whole);
  expect(byDay.map(flat)).toMatchObject(plain.byDay.slice(0, 1));
});

it('the statistics of zeros have no coefficient of variation', async () => {
  const from = Date.UTC(2026, 5, 1);
  const zero = [{ time: from, value: 0, minutes: 5 }];
  expect(await statistics(zero, { from, to: from + step }, 'UTC', from + day)).toMatchObject({
    ...{ mean: 0, standardDeviation: 0, coefficientOfVariation: null, min: 0, max: 0 },
  });
});

describe('the statistics of a range suffice', () => {
  const from = Date.UTC(2026, 0, 1);
  const enough = (14 * 1440 * 0.7) / 12;
  it.each([
    ['after 14 days with a sensor for exactly 70 % of them', 14 * day, 14 * day, enough, true],
    ['not with less than 70 %', 14 * day, 14 * day, enough - 1, false],
    ['not in less than 14 days', 14 * day - minute, 14 * day, 1_600, false],
    ['not while the 14th day goes on', 20 * day, 14 * day - minute, 1_600, false],
    ['once 14 of more days have passed', 20 * day, 14 * day, 1_600, true],
    ['not without a reading', 14 * day, 14 * day, 0, false],
  ])('%s', async (_case, length, passed, count, isSufficient) => {
    const readings = Array.from({ length: count }, (_, index) => ({
      ...{ time: from + index * 12 * minute, value: 6, minutes: 12 },
    }));
    const found = await statistics(readings, { from, to: from + length }, 'UTC', from + passed);
    expect(found.isSufficient).toBe(isSufficient);
  });
});
