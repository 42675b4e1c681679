import type { GlucoseReading } from '../../../../src/records/data/glucose-reader.service';
import { toMmolL } from '../../../../src/platform/validation/glucose-units';
import { makeBucket } from '../../../../src/care/summaries/bucket';
import { countedReadings, countMinutes } from '../../../../src/care/summaries/counted-readings';
import { findRanges } from './find-ranges';
import { HourTable } from '../../../../src/care/summaries/hour-table';
import { percentile } from '../../../../src/care/summaries/glucose-profile';
import { glucoseManagementIndicator, glucosePeriods } from '../../../../src/care/summaries/periods';

const hour = 3_600_000;
const start = Date.UTC(2026, 0, 1);

const at = (seconds: number, fields: Partial<GlucoseReading> = {}): GlucoseReading => ({
  id: String(seconds).padStart(6, '0'),
  time: start + seconds * 1_000,
  active: true,
  value: 5,
  deviceId: 'Dex',
  createdTime: start,
  modifiedTime: start,
  ...fields,
});

const countedSeconds = (readings: GlucoseReading[], measure: 'cgm' | 'bgm' = 'cgm') =>
  countedReadings(measure, readings).map(({ time }) => (time - start) / 1_000);

describe('the range of a reading', () => {
  it.each([
    [2.99999, ['inVeryLow', 'inAnyLow']],
    [3, ['inLow', 'inAnyLow']],
    [3.89999, ['inLow', 'inAnyLow']],
    [3.9, ['inTarget']],
    [10, ['inTarget']],
    [10.00001, ['inHigh', 'inAnyHigh']],
    [13.9, ['inHigh', 'inAnyHigh']],
    [13.90001, ['inVeryHigh', 'inAnyHigh']],
    [19.39999, ['inVeryHigh', 'inAnyHigh']],
    [19.4, ['inVeryHigh', 'inAnyHigh', 'inExtremeHigh']],
    // The usual limits in mg/dL differ from those in mmol/L.
    [toMmolL(54), ['inVeryLow', 'inAnyLow']],
    [toMmolL(70), ['inLow', 'inAnyLow']],
    [toMmolL(180), ['inTarget']],
    [toMmolL(250), ['inHigh', 'inAnyHigh']],
    [toMmolL(350), ['inVeryHigh', 'inAnyHigh', 'inExtremeHigh']],
  ])('of %d mmol/L is %j', (value, expected) => {
    expect(findRanges(value)).toEqual(expected);
  });
});

describe('the minutes of a sensor reading', () => {
  it.each([
    [{ sampleInterval: 90_000, deviceId: 'AbbottFreeStyleLibre-1' }, 1],
    [{ sampleInterval: 300_000, deviceId: '' }, 5],
    [{ sampleInterval: 1, deviceId: '' }, 1],
    [{ sampleInterval: 59_999, deviceId: '' }, 1],
    [{ sampleInterval: 0, deviceId: 'AbbottFreeStyleLibre-1' }, 15],
    [{ deviceId: 'my AbbottFreeStyleLibre3 phone' }, 5],
    [{ deviceId: 'my AbbottFreeStyleLibre phone' }, 15],
    [{ deviceId: 'abbottfreestylelibre' }, 5],
    [{ deviceId: '' }, 5],
  ])('of %j are %d', (reading, minutes) => {
    expect(countMinutes(reading)).toBe(minutes);
  });
});

describe('for overlapping sensor readings', () => {
  it("one counts from ten seconds before the end of the last one's interval", () => {
    expect(countedSeconds([at(0), at(289), at(290), at(300), at(580)])).toEqual([0, 290, 580]);
    const short = (seconds: number) => at(seconds, { sampleInterval: 60_000 });
    expect(countedSeconds([short(0), short(49), short(50), short(99), short(100)])).toEqual([0, 50, 100]);
  });

  it('the interval of the earlier reading applies, whatever the device of the later one', () => {
    expect(countedSeconds([at(0), at(60, { sampleInterval: 60_000 }), at(290)])).toEqual([0, 290]);
    expect(countedSeconds([at(0, { sampleInterval: 60_000 }), at(60), at(300)])).toEqual([0, 60]);
  });

  it('at most 61 count in an hour, and no hidden one', () => {
    const everyMinute = Array.from({ length: 70 }, (_, index) => at(index * 50, { sampleInterval: 60_000 }));
    expect(countedSeconds(everyMinute)).toHaveLength(61);
    expect(countedSeconds([at(0, { active: false }), at(1)])).toEqual([1]);
  });

  it('meter readings are never skipped, up to 61 in an hour', () => {
    expect(countedSeconds([at(0), at(0), at(1)], 'bgm')).toEqual([0, 0, 1]);
    expect(
      countedSeconds(
        Array.from({ length: 70 }, (_, index) => at(index)),
        'bgm',
      ),
    ).toHaveLength(61);
  });

  it('continuous records all count', () => {
    const readings = Array.from({ length: 70 }, (_, index) => at(index));
    expect(makeBucket('con', readings)?.continuous).toEqual({ realtime: 70, deferred: 0 });
    const late = [at(0, { createdTime: start + 24 * hour - 1 }), at(0, { createdTime: start + 24 * hour })];
    expect(makeBucket('con', late)?.continuous).toEqual({ realtime: 1, deferred: 1 });
  });
});

describe('a period', () => {
  const hours = (ages: number[], value: (age: number) => number = () => 5) =>
    HourTable.of(
      ages
        .toSorted((one, other) => other - one)
        .map((age) => {
          const time = start - age * hour;
          const bucket = makeBucket('cgm', [
            at(0, { time, value: value(age) }),
            at(0, { time: time + hour / 2 }),
          ]);
          return [time, bucket ?? fail()] as const;
        }),
    );

  it.each([
    [[0], 1],
    [[0, 23], 1],
    [[0, 24], 2],
    [[0, 23, 24, 47, 48], 3],
    [[0, 30, 53, 54], 3],
  ])('counts days in steps of 24 hours: %j are %d', (ages, days) => {
    expect(glucosePeriods(hours(ages))['7d'].daysWithData).toBe(days);
  });

  it('ends with the newest hour, whatever is in between', () => {
    const periods = glucosePeriods(hours([0, 23, 24, 20 * 24]));
    const records = Object.values(periods).map(({ hoursWithData, delta }) => [
      hoursWithData,
      delta.hoursWithData,
    ]);
    expect(records).toEqual([
      [2, 1],
      [3, 3],
      [3, 2],
      [4, 4],
    ]);
  });

  it('keeps the variance within the newest hour', () => {
    const { total, standardDeviation } = glucosePeriods(hours([0], () => 9))['1d'];
    expect(total.variance).toBe(40);
    expect(standardDeviation).toBe(2);
  });

  it('has the variance of all of its readings', () => {
    const { standardDeviation } = glucosePeriods(hours([0, 5, 9], (age) => 5 + age))['1d'];
    const values = [5, 5, 10, 5, 14, 5];
    const mean = 44 / 6;
    const expected = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 6);
    expect(standardDeviation).toBeCloseTo(expected, 12);
  });
});

const fail = (): never => {
  throw new Error('There is no bucket.');
};

it.each([
  [5, 5.5],
  [7, 6.3],
  [10, 7.6],
  [8.333333, 6.9],
])('the management indicator for an average of %d mmol/L is %d %%', (average, indicator) => {
  expect(glucoseManagementIndicator(average)).toBe(indicator);
});

it('percentiles are interpolated between the two nearest values', () => {
  expect([5, 25, 50, 75, 95].map((percent) => percentile([1, 2, 3, 4, 5], percent))).toEqual([
    1.2, 2, 3, 4, 4.8,
  ]);
  expect(percentile([7], 95)).toBe(7);
});
