import * as fc from 'fast-check';
import type { CountedReading } from '../../../../src/care/summaries/counted-readings';
import { rangeNames } from '../../../../src/care/summaries/glucose-ranges';
import { findRanges } from './find-ranges';
import { glucoseProfile, profilePercentiles } from '../../../../src/care/summaries/glucose-profile';
import { LocalTime } from '../../../../src/care/summaries/local-time';
import { toSeries } from '../../../../src/care/summaries/reading-series';
import { LongWork } from '../../../../src/platform/long-work';
import { toMmolL } from '../../../../src/platform/validation/glucose-units';

const minute = 60_000;
const day = 86_400_000;

/** Days around which clocks change, also at midnight and by half an hour. */
const newest = [Date.UTC(2026, 2, 30), Date.UTC(2026, 9, 26), Date.UTC(2026, 10, 2), Date.UTC(2026, 3, 6)];
const zones = [
  'UTC',
  'Europe/Vienna',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/Santiago',
];

/** Date and minute of the day that the clocks of a zone show, from the platform. */
function shown(timezone: string, instant: number): { date: string; minuteOfDay: number } {
  const text = new Date(instant).toLocaleString('sv-SE', { timeZone: timezone, hourCycle: 'h23' });
  const [date = '', clock = ''] = text.split(' ');
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return { date, minuteOfDay: hours * 60 + minutes };
}

function percentileOf(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = ((sorted.length - 1) * percent) / 100;
  const [below, above] = [Math.floor(place), Math.ceil(place)].map((index) => sorted[index] as number) as [
    number,
    number,
  ];
  return below + (above - below) * (place - Math.floor(place));
}

function plainDay(readings: readonly CountedReading[]) {
  const minutes = readings.reduce((sum, reading) => sum + reading.minutes, 0);
  const average = readings.reduce((sum, reading) => sum + reading.minutes * reading.value, 0) / minutes;
  const variance = readings.reduce((sum, { minutes: each, value }) => sum + each * (value - average) ** 2, 0);
  const values = readings.map(({ value }) => value);
  const share = (name: string) =>
    readings
      .filter(({ value }) => findRanges(value).some((range) => range === name))
      .reduce((sum, reading) => sum + reading.minutes, 0) / minutes;
  return {
    records: readings.length,
    minutes,
    average,
    standardDeviation: Math.sqrt(variance / minutes),
    min: Math.min(...values),
    max: Math.max(...values),
    ranges: Object.fromEntries(rangeNames.map((name) => [name, share(name)])),
  };
}

/** A profile as one would write it down, reading by reading. */
function plainProfile(all: readonly CountedReading[], days: number, timezone: string) {
  const placed = all.map((reading) => ({ reading, ...shown(timezone, reading.time) }));
  const lastDate = placed.at(-1)?.date;
  const firstDate =
    lastDate && new Date(Date.parse(`${lastDate}T00:00:00Z`) - (days - 1) * day).toISOString().slice(0, 10);
  const within = placed.filter(({ date }) => firstDate !== undefined && date >= firstDate);
  const bins = Array.from({ length: 96 }, (_, index) => {
    const values = within
      .filter(({ minuteOfDay }) => Math.floor(minuteOfDay / 15) === index)
      .map(({ reading }) => reading.value);
    const percentiles = profilePercentiles.map((percent) => percentileOf(values, percent));
    return {
      minuteOfDay: index * 15,
      records: values.length,
      percentiles: values.length === 0 ? null : percentiles,
    };
  });
  const dates = [...new Set(within.map(({ date }) => date))];
  const daily = dates.map((date) => ({
    date,
    ...plainDay(within.filter((each) => each.date === date).map(({ reading }) => reading)),
  }));
  return { firstDate: firstDate ?? null, lastDate: lastDate ?? null, records: within.length, bins, daily };
}

it('a profile has the figures of a plain computation, to the last digit', async () => {
  const reading = fc.record({
    gap: fc.constantFrom(1, 5, 5, 5, 5, 15, 600, 1440),
    value: fc.oneof(
      fc.integer({ min: 20, max: 500 }).map(toMmolL),
      fc.double({ min: 1, max: 30, noNaN: true }),
    ),
    minutes: fc.constantFrom(1, 5, 5, 15),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(reading, { maxLength: 300 }),
      fc.constantFrom(...newest),
      fc.constantFrom(...zones),
      fc.integer({ min: 1, max: 90 }),
      async (given, end, timezone, days) => {
        const readings: CountedReading[] = [];
        let time = end;
        for (const { gap, value, minutes } of given)
          readings.unshift({ time: (time -= gap * minute), value, minutes });
        const found = await glucoseProfile(toSeries(readings), days, LocalTime.of(timezone), new LongWork());
        expect(found).toMatchObject(plainProfile(readings, days, timezone));
      },
    ),
  );
});

it('a profile leaves out readings of earlier days', async () => {
  const readings = Array.from({ length: 5 * 24 }, (_, index) => ({
    ...{ time: Date.UTC(2026, 2, 30) + index * 60 * minute, value: 5 + (index % 7), minutes: 5 },
  }));
  const found = await glucoseProfile(toSeries(readings), 2, LocalTime.of('Europe/Vienna'), new LongWork());
  expect(found).toMatchObject({ ...plainProfile(readings, 2, 'Europe/Vienna'), records: 26 });
  expect(found.bins.reduce((sum, { records }) => sum + records, 0)).toBe(26);
});

describe('a profile is sufficient', () => {
  const enough = (14 * 1440 * 0.7) / 12;
  it.each([
    ['of 14 days with a sensor for exactly 70 % of them', 14, enough, true],
    ['not with less than 70 %', 14, enough - 1, false],
    ['not of less than 14 days', 13, enough, false],
    ['of more days with 70 %', 20, 1_700, true],
    ['not of more days with less', 20, enough, false],
    ['not without readings', 14, 0, false],
  ])('%s', async (_case, days, count, isSufficient) => {
    const readings = Array.from({ length: count }, (_, index) => ({
      ...{ time: Date.UTC(2026, 2, 30) - (count - index) * 11 * minute, value: 6, minutes: 12 },
    }));
    const found = await glucoseProfile(toSeries(readings), days, LocalTime.of('UTC'), new LongWork());
    expect(found).toMatchObject({ isSufficient, use: (count * 12) / (days * 1440), records: count });
  });
});
