import { DataUtil, type RangeName, type Stats } from '@tidepool/viz/dist/data.js';
import fc from 'fast-check';
import type { Json } from '../support/api';
import { newPerson, type Person } from '../support/person';
import type { SentRecord } from '../support/records';
import { serverUnderTest } from '../support/server';
import { day, hour, minute, reading, recentHour, recomputed, uploadedReadings } from '../support/summaries';

const server = serverUnderTest();

const mgdlPerMmolL = 18.01559;
const periodDays = { '1d': 1, '7d': 7, '14d': 14, '30d': 30 };

/** The range limits of the library for mmol/L and for mg/dL. */
const bgPrefs = {
  'mmol/L': {
    bgUnits: 'mmol/L',
    bgBounds: {
      veryLowThreshold: 3,
      targetLowerBound: 3.9,
      targetUpperBound: 10,
      veryHighThreshold: 13.9,
      extremeHighThreshold: 19.4,
    },
  },
  'mg/dL': {
    bgUnits: 'mg/dL',
    bgBounds: {
      veryLowThreshold: 54,
      targetLowerBound: 70,
      targetUpperBound: 180,
      veryHighThreshold: 250,
      extremeHighThreshold: 350,
    },
  },
};

type Units = keyof typeof bgPrefs;

const rangeNames: Record<RangeName, string> = {
  veryLow: 'inVeryLow',
  low: 'inLow',
  target: 'inTarget',
  high: 'inHigh',
  veryHigh: 'inVeryHigh',
};

/** The library with all glucose records of a person, as a web application loads it. */
async function charts(person: Person): Promise<DataUtil> {
  const library = new DataUtil();
  library.addData(await person.records('type=cbg,smbg'), person.userId);
  return library;
}

/** The library's statistics of some days that end with an hour. */
function statsOf(
  library: DataUtil,
  bgSource: 'cbg' | 'smbg',
  { days, to, units = 'mmol/L' }: { days: number; to: number; units?: Units },
): Stats {
  const { data } = library.query({
    endpoints: [to - days * day, to],
    bgSource,
    bgPrefs: bgPrefs[units],
    timePrefs: { timezoneAware: true, timezoneName: 'UTC' },
    stats: [
      'averageGlucose',
      'bgExtents',
      'coefficientOfVariation',
      'glucoseManagementIndicator',
      'readingsInRange',
      'sensorUsage',
      'standardDev',
      'timeInRange',
    ],
  });
  return data.current.stats;
}

/** A period, and the preceding one, from which its difference follows. */
function periodsOf(period: Json): Json[] {
  const minus = (value: Json, other: Json): Json =>
    typeof value === 'number'
      ? value - other
      : Object.fromEntries(Object.keys(other).map((key) => [key, minus(value[key], other[key])]));
  return [period, minus(period, period.delta)];
}

/** Minimum number of readings for a standard deviation in the library. */
const fewestForDeviation = 30;

/** Statistics of the library that ignore the duration of readings. */
function expectSameDistribution(period: Json, stats: Stats, units: Units = 'mmol/L'): void {
  const { records } = period.total;
  const inUnits = units === 'mmol/L' ? 1 : mgdlPerMmolL;
  expect(stats.averageGlucose.total).toBe(records);
  expect(stats.averageGlucose.averageGlucose).toBeCloseTo(period.averageGlucoseMmol * inUnits, 8);
  if (records < fewestForDeviation) return;
  // The library estimates the deviation of the population; the summary computes that of the readings.
  const estimate = Math.sqrt(records / (records - 1));
  const { standardDeviation } = stats.standardDev;
  const { coefficientOfVariation } = stats.coefficientOfVariation;
  expect(standardDeviation).toBeCloseTo(period.standardDeviation * estimate * inUnits, 6);
  expect(coefficientOfVariation).toBeCloseTo(period.coefficientOfVariation * 100 * estimate, 6);
}

function expectSameTimes(period: Json, stats: Stats, days: number): void {
  const { durations, counts } = stats.timeInRange;
  const total = days > 1 ? day : period.total.minutes * minute;
  for (const [theirs, ours] of Object.entries(rangeNames)) {
    expect({ range: ours, records: counts[theirs as RangeName] }).toEqual({
      range: ours,
      records: period[ours].records,
    });
    if (period.total.records > 0)
      expect(durations[theirs as RangeName] / total).toBeCloseTo(period[ours].percent, 9);
  }
  expect(counts.total).toBe(period.total.records);
  expect(stats.bgExtents.bgMin ?? 0).toBeCloseTo(period.min, 9);
  expect(stats.bgExtents.bgMax ?? 0).toBeCloseTo(period.max, 9);
  expect(stats.sensorUsage.count).toBe(period.total.records);
  expect(stats.sensorUsage.sensorUsage).toBeCloseTo(period.total.minutes * minute, 3);
  expect(stats.sensorUsage.sensorUsage / stats.sensorUsage.total).toBeCloseTo(period.total.percent, 9);
}

/** Tolerance for rounding to one decimal, and for rounded constants in the formula of the library. */
const indicatorTolerance = 0.05 + 0.01;

function expectSameIndicator(period: Json, stats: Stats): void {
  const { glucoseManagementIndicatorAGP: theirs } = stats.glucoseManagementIndicator;
  expect(Math.abs(period.glucoseManagementIndicator - theirs)).toBeLessThan(indicatorTolerance);
}

const devices = {
  dexcom: { deviceId: 'Dex-1', minutes: 5 },
  firstLibre: { deviceId: 'AbbottFreeStyleLibre-1', minutes: 15 },
  thirdLibre: { deviceId: 'AbbottFreeStyleLibre3-1', minutes: 5 },
  tenMinutes: { deviceId: 'Dex-2', minutes: 10, sampleInterval: 10 * minute },
};

type DeviceName = keyof typeof devices;

/** A value with one decimal is in the same range before and after rounding. */
const mmolL = fc.integer({ min: 20, max: 260 }).map((tenths) => tenths / 10);

/** Milliseconds within an hour, in steps of the tolerance for early readings. */
const tenSeconds = fc.integer({ min: 0, max: 55 * 6 }).map((count) => count * 10_000);

/** Readings of one hour that end within it, because in the library a reading also displaces those in the next hour. */
const readingsOf = (names: readonly DeviceName[]) =>
  fc.record({
    hoursAgo: fc.integer({ min: 1, max: 60 * 24 }),
    // No two at the same time, because their ids would decide which one counts.
    readings: fc.uniqueArray(fc.record({ name: fc.constantFrom(...names), at: tenSeconds, value: mmolL }), {
      minLength: 1,
      maxLength: 16,
      selector: ({ at }) => at,
    }),
  });

/** Records of many hours; the newest hour, with which all periods end, has one. */
const recordsOf = (names: readonly DeviceName[]) =>
  fc
    .uniqueArray(readingsOf(names), { minLength: 20, maxLength: 150, selector: ({ hoursAgo }) => hoursAgo })
    .map((hours) => (newest: number): SentRecord[] => [
      reading(newest + minute, 5.5, { deviceId: 'Dex-1' }),
      ...hours.flatMap(({ hoursAgo, readings }) =>
        readings
          .filter(({ name, at }) => at + devices[name].minutes * minute <= hour)
          .map(({ name, at, value }) => {
            const { minutes: _minutes, ...fields } = devices[name];
            return reading(newest - hoursAgo * hour + at, value, fields);
          }),
      ),
    ]);

/** Uploads generated records, and passes on each period with the preceding one, and the library's statistics. */
async function forEachPeriod(
  records: readonly SentRecord[],
  newest: number,
  type: 'cgm' | 'bgm',
  compare: (period: Json, statsIn: (units: Units) => Stats, days: number) => void,
): Promise<void> {
  const person = await newPerson(server);
  await uploadedReadings(person, records);
  const [{ periods }, library] = [await recomputed(server, person, type), await charts(person)];
  for (const [name, days] of Object.entries(periodDays)) {
    for (const [index, period] of periodsOf(periods[name]).entries()) {
      const to = newest + hour - index * days * day;
      const source = type === 'cgm' ? 'cbg' : 'smbg';
      compare(period, (units) => statsOf(library, source, { days, to, units }), days);
    }
  }
}

const check = <Value>(values: fc.Arbitrary<Value>, run: (value: Value, newest: number) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(values, (value) => run(value, recentHour())),
    { numRuns: 5, endOnFailure: true },
  );

describe('the chart library agrees with summaries', () => {
  it('on times in range, sensor use and extremes, whatever the sensors', () =>
    check(recordsOf(['dexcom', 'firstLibre', 'thirdLibre', 'tenMinutes']), (make, newest) =>
      forEachPeriod(make(newest), newest, 'cgm', (period, statsIn, days) =>
        expectSameTimes(period, statsIn('mmol/L'), days),
      ),
    ));

  it('on averages and deviations if all readings have the same interval, in both units', () =>
    check(recordsOf(['dexcom', 'thirdLibre']), (make, newest) =>
      forEachPeriod(make(newest), newest, 'cgm', (period, statsIn) => {
        if (period.total.records === 0) return;
        for (const units of ['mmol/L', 'mg/dL'] as const) {
          expectSameDistribution(period, statsIn(units), units);
          expectSameIndicator(period, statsIn(units));
        }
      }),
    ));

  it('on meters', () =>
    check(recordsOf(['dexcom']), (make, newest) =>
      forEachPeriod(
        make(newest).map((record) => ({ ...record, type: 'smbg' })),
        newest,
        'bgm',
        (period, statsIn, days) => {
          const { counts } = statsIn('mmol/L').readingsInRange;
          for (const [theirs, ours] of Object.entries(rangeNames))
            expect(counts[theirs as RangeName]).toBe(period[ours].records);
          expect(counts.total / days).toBeCloseTo(period.averageDailyRecords, 9);
          if (period.total.records > 0) expectSameDistribution(period, statsIn('mmol/L'));
        },
      ),
    ));
});

describe('known differences from the chart library', () => {
  const newest = recentHour();
  const to = newest + hour;

  async function both(records: readonly SentRecord[], type: 'cgm' | 'bgm' = 'cgm') {
    const person = await newPerson(server);
    await uploadedReadings(person, records);
    const { periods } = await recomputed(server, person, type);
    const library = await charts(person);
    return { period: periods['1d'], library };
  }

  it('it rounds a value before choosing its range', async () => {
    const { period, library } = await both(
      [54, 70].map((value, index) => reading(newest + index * 10 * minute, value, { units: 'mg/dL' })),
    );
    expect(period).toMatchObject({
      inVeryLow: { records: 1 },
      inLow: { records: 1 },
      inTarget: { records: 0 },
    });
    const { counts } = statsOf(library, 'cbg', { days: 1, to, units: 'mg/dL' }).timeInRange;
    expect(counts).toMatchObject({ veryLow: 0, low: 1, target: 1 });
  });

  it('it lets a reading displace those in the next hour, and ignores sensors of less than five minutes', async () => {
    const { period, library } = await both([
      reading(newest - 2 * minute),
      reading(newest),
      reading(newest + 20 * minute, 6, { sampleInterval: minute }),
    ]);
    expect(period.total).toMatchObject({ records: 3, minutes: 11 });
    expect(statsOf(library, 'cbg', { days: 1, to }).sensorUsage).toMatchObject({
      count: 1,
      sensorUsage: 5 * minute,
    });
  });

  it('it recognizes the first Libre only by the beginning of its name', async () => {
    const { period, library } = await both([reading(newest, 6, { deviceId: 'my-AbbottFreeStyleLibre' })]);
    expect(period.total.minutes).toBe(15);
    expect(statsOf(library, 'cbg', { days: 1, to }).sensorUsage.sensorUsage).toBe(5 * minute);
  });

  it('it ignores meters that repeat a sensor more than ten times', async () => {
    const repeated = Array.from({ length: 11 }, (_, index) => reading(newest + index * 5 * minute, 6));
    const { period, library } = await both(
      [...repeated, ...repeated.map((record) => ({ ...record, type: 'smbg' }))],
      'bgm',
    );
    expect(period.total.records).toBe(11);
    expect(statsOf(library, 'smbg', { days: 1, to }).readingsInRange.counts.total).toBe(0);
  });
});
