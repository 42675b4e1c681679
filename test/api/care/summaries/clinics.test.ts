import { api, type Json } from '../../../support/api';
import { accepted, addPatient, newClinic, type TestClinic } from '../../../support/clinics';
import { newPerson, type Person } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';
import type { SentRecord } from '../../../support/records';
import {
  day,
  hour,
  minute,
  reading,
  readings,
  recentHour,
  recomputed,
  uploadedReadings,
} from '../../../support/summaries';

const server = serverUnderTest();

let clinic: TestClinic;
beforeAll(async () => {
  clinic = await newClinic(server);
});

const patient = async ({ path, admin }: TestClinic, { userId }: Person): Promise<Json> =>
  accepted(await api(server).get(`${path}/patients/${userId}`, { token: admin.token }));

it('clinics of a patient get the statistics of each calculation, and lose them with the last record', async () => {
  const person = await newPerson(server);
  await addPatient(server, clinic, person, ['view']);
  const newest = recentHour();
  const smbg = reading(newest, 6, { type: 'smbg' });
  const dataSetId = await uploadedReadings(person, [...readings(newest - 30 * 60 * minute, 340), smbg]);
  const [cgm] = [await recomputed(server, person), await recomputed(server, person, 'bgm')];
  const { cgmStats, bgmStats } = (await patient(clinic, person)).summary;
  expect(cgmStats).toMatchObject({
    id: cgm.id,
    config: cgm.config,
    dates: {
      lastUpdatedDate: cgm.dates.lastUpdatedDate,
      lastUpdatedReason: ['DATA_ADDED'],
      firstData: cgm.dates.firstData,
      lastData: cgm.dates.lastData,
      lastUploadDate: cgm.dates.lastUploadDate,
      hasFirstData: true,
      hasLastData: true,
      hasLastUploadDate: true,
      hasOutdatedSince: false,
    },
  });
  const { periods } = cgm;
  expect(cgmStats.periods['7d']).toMatchObject({
    hasTimeInTargetPercent: true,
    timeInTargetPercent: 1,
    timeInTargetMinutes: periods['7d'].inTarget.minutes,
    timeCGMUsePercent: periods['7d'].total.percent,
    totalRecords: 340,
    totalRecordsDelta: 340,
    averageGlucoseMmol: periods['7d'].averageGlucoseMmol,
    hasGlucoseManagementIndicator: false,
    max: periods['7d'].max,
  });
  expect(cgmStats.periods['7d']).not.toHaveProperty('timeInTargetPercentDelta');
  expect(bgmStats.periods['1d']).toMatchObject({ totalRecords: 1, timeInTargetPercent: 1, min: 6 });

  const query = `?cgm.timeInTargetPercent=${encodeURIComponent('>=0.5')}&period=7d`;
  const list = accepted(
    await api(server).get(`${clinic.path}/patients${query}`, { token: clinic.admin.token }),
  );
  expect(list.data.map(({ id }: Json) => id)).toContain(person.userId);

  await person.deleted(dataSetId);
  await recomputed(server, person);
  expect((await patient(clinic, person)).summary).not.toHaveProperty('cgmStats');
  await recomputed(server, person, 'bgm');
  expect(await patient(clinic, person)).not.toHaveProperty('summary');
});

it('a clinic gets the existing statistics when a person becomes its patient', async () => {
  const person = await newPerson(server);
  await uploadedReadings(person, [reading(recentHour() - day, 7)]);
  const { id } = await recomputed(server, person);
  await addPatient(server, clinic, person, ['view']);
  expect((await patient(clinic, person)).summary.cgmStats.id).toBe(id);
});

it('a new clinic gets nothing of continuous uploads, and nothing of what is left without records', async () => {
  const person = await newPerson(server);
  const dataSetId = await uploadedReadings(person, [
    reading(recentHour()),
    reading(recentHour(), 6, { type: 'smbg' }),
  ]);
  for (const type of ['cgm', 'bgm', 'con']) await recomputed(server, person, type);
  await person.deleted(dataSetId);
  await recomputed(server, person, 'bgm');
  await addPatient(server, clinic, person, ['view']);
  expect(Object.keys((await patient(clinic, person)).summary)).toEqual(['cgmStats']);
});

it('clinics do not get statistics of continuous uploads', async () => {
  const person = await newPerson(server);
  await addPatient(server, clinic, person, ['view']);
  await uploadedReadings(person, [reading(recentHour())]);
  await recomputed(server, person, 'con');
  expect(await patient(clinic, person)).not.toHaveProperty('summary');
});

/** The period of a patient with these records, as the clinic gets it. */
async function periodOf(type: 'cgm' | 'bgm', name: string, records: readonly SentRecord[]): Promise<Json> {
  const person = await newPerson(server);
  await addPatient(server, clinic, person, ['view']);
  await uploadedReadings(person, records);
  await recomputed(server, person, type);
  return (await patient(clinic, person)).summary[`${type}Stats`].periods[name];
}

/** The length of a period in milliseconds: how long before the newest reading the preceding window ends. */
const lengthOf = (name: string): number => parseInt(name, 10) * day;

/** The existing ones of some figures of a period, with and without their changes. */
const told = (period: object, figures: readonly string[]): string[] =>
  figures.flatMap((name) => [name, `${name}Delta`]).filter((name) => name in period);

describe('for a sensor, a clinic gets', () => {
  const shares = ['VeryLow', 'Low', 'Target', 'High', 'VeryHigh', 'ExtremeHigh', 'AnyLow', 'AnyHigh'].map(
    (name) => `timeIn${name}Percent`,
  );
  const indicator = 'glucoseManagementIndicator';
  const uses = ['averageGlucoseMmol', 'timeCGMUsePercent'];
  const always = [
    ...['timeInTargetMinutes', 'timeInTargetRecords', 'timeCGMUseMinutes', 'totalRecords', 'min', 'max'],
    ...['hoursWithData', 'daysWithData', 'averageDailyRecords', 'standardDeviation'],
  ];

  /** Readings with an interval in minutes: the newest at an instant, and one in each hour before it. */
  const worn = (newest: number, minutes: number): SentRecord[] =>
    Array.from({ length: Math.ceil(minutes / 1_440) }, (_, index) => {
      const sampleInterval = Math.min(1_440, minutes - index * 1_440) * minute;
      return reading(newest - index * hour, 5.5, { sampleInterval });
    });

  // Minutes of the period and of the preceding one; whether shares, their changes, the indicator and its change exist.
  it.each([
    // 70 % of a day are 1,008 minutes.
    ['1d', 1_008, 1_009, ''],
    ['1d', 1_009, 0, 'shares indicator'],
    ['1d', 1_009, 1_008, 'shares indicator'],
    ['1d', 1_009, 1_009, 'shares shareChanges indicator indicatorChange'],
    // Longer periods have shares from more than a day of data, and the indicator from more than 70 %.
    ['7d', 1_440, 1_441, ''],
    ['7d', 1_441, 1_440, 'shares'],
    ['14d', 1_440, 1_441, ''],
    ['14d', 1_441, 1_441, 'shares shareChanges'],
    ['30d', 1_440, 1_441, ''],
    ['30d', 1_441, 1_441, 'shares shareChanges'],
    ['7d', 7_056, 7_057, 'shares shareChanges'],
    ['7d', 7_057, 7_056, 'shares shareChanges indicator'],
    ['14d', 14_112, 14_113, 'shares shareChanges'],
    ['14d', 14_113, 14_113, 'shares shareChanges indicator indicatorChange'],
    ['30d', 30_240, 30_241, 'shares shareChanges'],
    ['30d', 30_241, 30_240, 'shares shareChanges indicator'],
  ])('in %s, of %d minutes after %d: %s', async (name, minutes, before, expected) => {
    const newest = recentHour();
    const records = [...worn(newest, minutes), ...worn(newest - lengthOf(name), before)];
    const period = await periodOf('cgm', name, records);
    expect(period.timeCGMUseMinutes).toBe(minutes);
    const has = (what: string) => expected.split(' ').includes(what);
    expect(told(period, shares).sort()).toEqual(
      [
        ...(has('shares') ? shares : []),
        ...(has('shareChanges') ? shares.map((share) => `${share}Delta`) : []),
      ].sort(),
    );
    expect(told(period, [indicator])).toEqual([
      ...(has('indicator') ? [indicator] : []),
      ...(has('indicatorChange') ? [`${indicator}Delta`] : []),
    ]);
    for (const share of shares) expect(period[`hasT${share.slice(1)}`]).toBe(has('shares'));
    expect(period.hasGlucoseManagementIndicator).toBe(has('indicator'));
    expect(told(period, uses)).toHaveLength(before > 0 ? 4 : 2);
    expect(told(period, always)).toHaveLength(2 * always.length);
  });
});

describe('for a meter, a clinic gets', () => {
  const deviations = ['standardDeviation', 'coefficientOfVariation'];
  const withChanges = deviations.flatMap((name) => [name, `${name}Delta`]);

  /** A number of readings on a number of days, at or soon after an instant of the day. */
  const measured = (newest: number, [count, days]: readonly [number, number]): SentRecord[] =>
    Array.from({ length: count }, (_, index) => {
      const time = newest - (index % days) * day + Math.floor(index / days) * minute;
      return reading(time, 5 + (index % 3), { type: 'smbg' });
    });

  it.each<[string, [number, number], [number, number], string[]]>([
    ['7d', [30, 7], [30, 7], withChanges],
    ['14d', [30, 7], [30, 7], withChanges],
    ['30d', [30, 7], [29, 7], deviations],
    ['14d', [30, 7], [30, 6], deviations],
    ['7d', [29, 7], [30, 7], []],
    ['14d', [30, 6], [30, 7], []],
    ['30d', [30, 7], [0, 1], deviations],
  ])('in %s, of %j readings and days after %j: %j', async (name, current, before, expected) => {
    const newest = recentHour();
    const records = [...measured(newest, current), ...measured(newest - lengthOf(name), before)];
    const period = await periodOf('bgm', name, records);
    expect(period).toMatchObject({ totalRecords: current[0], daysWithData: current[1] });
    expect(told(period, deviations)).toEqual(expected);
    const whereAny = ['averageGlucoseMmol', 'timeInTargetPercent', 'timeInVeryLowPercent'];
    expect(told(period, whereAny)).toHaveLength(before[0] > 0 ? 6 : 3);
    const always = [
      'totalRecords',
      'timeInTargetRecords',
      'daysWithData',
      'averageDailyRecords',
      'min',
      'max',
    ];
    expect(told(period, always)).toHaveLength(2 * always.length);
  });
});
