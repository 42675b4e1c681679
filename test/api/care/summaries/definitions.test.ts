import fc from 'fast-check';
import type { Json } from '../../../support/api';
import { newPerson } from '../../../support/person';
import type { SentRecord } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';
import {
  day,
  hour,
  minute,
  reading,
  recentHour,
  recomputed,
  uploadedReadings,
} from '../../../support/summaries';
import { definedPeriods, expectSameFigures, readingsOfHours } from '../../../support/summary-definitions';

const server = serverUnderTest();

/** The summary of a new person with these records. */
async function summaryOf(records: readonly SentRecord[], type = 'cgm'): Promise<Json> {
  const person = await newPerson(server);
  await uploadedReadings(person, records);
  return recomputed(server, person, type);
}

const daily = async (records: readonly SentRecord[], type = 'cgm'): Promise<Json> =>
  (await summaryOf(records, type)).periods['1d'];

const start = recentHour() - 2 * hour;
const inSeconds = (seconds: number, fields: SentRecord = {}, value = 5.5) =>
  reading(start + seconds * 1_000, value, fields);

describe('the minutes of a sensor reading', () => {
  it.each([
    [{ sampleInterval: 90_000 }, 1],
    [{ sampleInterval: 900_000, deviceId: 'Dex' }, 15],
    [{ sampleInterval: 1 }, 1],
    [{ sampleInterval: 59_999 }, 1],
    [{ sampleInterval: 0 }, 5],
    [{ sampleInterval: 0, deviceId: 'AbbottFreeStyleLibre-1' }, 15],
    [{ deviceId: 'my-AbbottFreeStyleLibre3-phone' }, 5],
    [{ deviceId: 'my-AbbottFreeStyleLibre-phone' }, 15],
    [{ deviceId: 'abbottfreestylelibre' }, 5],
    [{}, 5],
  ])('of %j are %d', async (fields, minutes) => {
    const { total } = await daily([inSeconds(0, fields)]);
    expect(total).toMatchObject({ records: 1, minutes, percent: minutes / 1_440 });
  });
});

describe('for overlapping readings', () => {
  const short = { sampleInterval: minute };

  it.each([
    ['within five minutes', [0, 289, 290, 579, 580], {}, 3],
    ['within a minute', [0, 49, 50, 99, 100], short, 3],
    ['up to 61 in an hour', Array.from({ length: 71 }, (_, index) => index * 50), short, 61],
    ['anew in each hour', [3_599, 3_600, 3_889, 3_890], {}, 3],
  ])('sensors count %s', async (_name, seconds, fields, records) => {
    const { total } = await daily(seconds.map((each) => inSeconds(each, fields)));
    expect(total.records).toBe(records);
  });

  it('the earlier reading counts, whatever the device of the later one', async () => {
    const fast = { ...short, deviceId: 'another' };
    expect((await daily([inSeconds(0), inSeconds(60, fast), inSeconds(290, fast)])).total).toMatchObject({
      records: 2,
      minutes: 6,
    });
    expect((await daily([inSeconds(0, fast), inSeconds(60), inSeconds(300, fast)])).total).toMatchObject({
      records: 2,
      minutes: 6,
    });
  });

  it('of two at the same time the one with the lower id counts', async () => {
    const [first, second] = ['1', '2'].map((id) => ({ id: id.padStart(32, '0') }));
    const later = inSeconds(0, second, 9);
    expect(await daily([later, inSeconds(0, first, 4)])).toMatchObject({ total: { records: 1 }, max: 4 });
  });

  it('meter readings all count, up to 61 an hour, and continuous ones without limit', async () => {
    const records = Array.from({ length: 70 }, (_, index) => inSeconds(index, { type: 'smbg' }));
    const person = await newPerson(server);
    await uploadedReadings(person, records);
    expect((await recomputed(server, person, 'bgm')).periods['1d'].total.records).toBe(61);
    expect((await recomputed(server, person, 'con')).periods['1d']).toMatchObject({
      total: { records: 70 },
      realtime: { records: 70, percent: 1 },
      averageDailyRecords: 70,
    });
  });
});

it('each reading is in the ranges of its unrounded value', async () => {
  const amounts = [2.99999, 3, 3.89999, 3.9, 10, 10.00001, 13.9, 13.90001, 19.39999, 19.4];
  const inMgdl = [54, 70, 180, 250, 350];
  const at = (index: number) => start + index * 10_000;
  const period = await daily(
    [
      ...amounts.map((value, index) => reading(at(index), value, { type: 'smbg' })),
      ...inMgdl.map((value, index) => reading(at(index + 20), value, { type: 'smbg', units: 'mg/dL' })),
    ],
    'bgm',
  );
  const records = Object.entries(period).flatMap(([name, range]) =>
    name.startsWith('in') ? [[name, (range as Json).records]] : [],
  );
  expect(Object.fromEntries(records)).toEqual({
    inVeryLow: 2,
    inLow: 3,
    inTarget: 3,
    inHigh: 3,
    inVeryHigh: 4,
    inExtremeHigh: 2,
    inAnyLow: 5,
    inAnyHigh: 7,
  });
});

it.each(['cgm', 'bgm'] as const)('every figure of a %s summary matches its definition', async (type) => {
  await fc.assert(
    fc.asyncProperty(readingsOfHours(start), async (readings) => {
      const records = readings.map(({ time, value, deviceId, sampleInterval }) =>
        reading(time, value, {
          deviceId,
          ...(type === 'bgm' ? { type: 'smbg' } : sampleInterval !== undefined && { sampleInterval }),
        }),
      );
      const { periods, dates } = await summaryOf(records, type);
      expectSameFigures(periods, definedPeriods(type, readings));
      const newest = Math.max(...readings.map(({ time }) => time));
      expect(dates.lastData).toBe(new Date(newest).toISOString());
      const oldest = readings.map(({ time }) => time).filter((time) => time > newest - 60 * day);
      expect(dates.firstData).toBe(new Date(Math.min(...oldest)).toISOString());
    }),
    { numRuns: 6, endOnFailure: true },
  );
});
