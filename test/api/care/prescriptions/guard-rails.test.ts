import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import {
  coastal,
  newPractice,
  palmtree,
  prescribe,
  revise,
  type Practice,
} from '../../../support/prescriptions';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get } = api(server);

let practice: Practice;

beforeAll(async () => {
  practice = await newPractice(server);
});

/** Findings about settings of a draft; none if valid. */
async function findings(fields: object): Promise<string[]> {
  const initialSettings = { bloodGlucoseUnits: 'mg/dL', pumpId: palmtree, ...fields };
  const answer = await prescribe(server, practice, practice.member, { state: 'draft', initialSettings });
  if (answer.status === 201) return [];
  expect(answer.status).toBe(400);
  return formatFindings(answer).map((finding) => finding.replace('/initialSettings/', ''));
}

type Make = (value: number) => { fields: object; place: string };

const entry =
  (name: string, member: string): Make =>
  (value) => ({ fields: { [name]: [{ start: 0, [member]: value }] }, place: `${name}/0/${member}` });
const range =
  (name: string, member: 'low' | 'high', other: number): Make =>
  (value) => {
    const rest = { low: Math.min(other, value), high: Math.max(other, value), [member]: value };
    const isList = name.endsWith('Schedule');
    return {
      fields: { [name]: isList ? [{ start: 0, ...rest }] : rest },
      place: `${name}${isList ? '/0' : ''}/${member}`,
    };
  };
const maximum =
  (name: string, units: string): Make =>
  (value) => ({ fields: { [name]: { units, value } }, place: `${name}/value` });

const target = 'bloodGlucoseTargetSchedule';
const preprandial = 'bloodGlucoseTargetPreprandial';
const workout = 'bloodGlucoseTargetPhysicalActivity';

/** Settings, the first and last supported value, and a value between two steps. */
const rails: [pump: string, make: Make, lowest: number, highest: number, step: number, between: number][] = [
  [palmtree, entry('basalRateSchedule', 'rate'), 0.05, 30, 0.05, 0.17],
  [coastal, entry('basalRateSchedule', 'rate'), 0.05, 30, 0.05, 0.151],
  [palmtree, entry('carbohydrateRatioSchedule', 'amount'), 2, 150, 0.1, 2.05],
  [coastal, entry('carbohydrateRatioSchedule', 'amount'), 2, 150, 0.01, 2.005],
  [palmtree, entry('insulinSensitivitySchedule', 'amount'), 5, 500, 1, 5.5],
  [coastal, entry('insulinSensitivitySchedule', 'amount'), 10, 500, 1, 10.5],
  [palmtree, range(target, 'low', 180), 87, 180, 1, 100.5],
  [palmtree, range(target, 'high', 87), 87, 180, 1, 100.5],
  [coastal, range(target, 'high', 87), 87, 180, 1, 100.5],
  [palmtree, range(preprandial, 'low', 130), 67, 130, 1, 100.5],
  [palmtree, range(preprandial, 'high', 67), 67, 130, 1, 100.5],
  [palmtree, range(workout, 'low', 250), 87, 250, 1, 100.5],
  [palmtree, range(workout, 'high', 87), 87, 250, 1, 100.5],
  [
    palmtree,
    (value) => ({ fields: { glucoseSafetyLimit: value }, place: 'glucoseSafetyLimit' }),
    67,
    110,
    1,
    70.5,
  ],
  [palmtree, maximum('basalRateMaximum', 'Units/hour'), 0.05, 30, 0.05, 0.51],
  [palmtree, maximum('bolusAmountMaximum', 'Units'), 0.05, 30, 0.05, 0.51],
  [coastal, maximum('bolusAmountMaximum', 'Units'), 0.2, 30, 0.05, 0.51],
];

describe('a pump supports', () => {
  it.each(rails)(
    '%s: settings within its guard rails, in steps',
    async (pumpId, make, low, high, step, between) => {
      const find = (value: number) => findings({ ...make(value).fields, pumpId });
      const { place } = make(low);
      const round = (value: number) => Math.round(value * 100) / 100;
      for (const value of [low, round(low + step), round(high - step), high])
        expect([value, await find(value)]).toEqual([value, []]);
      // A limit for the other end of a range may also be violated.
      for (const value of [round(low - step), round(high + step)])
        expect([value, await find(value)]).toEqual([
          value,
          expect.arrayContaining([`value-out-of-range ${place}`]),
        ]);
      expect(await find(between)).toEqual([`value-not-valid ${place}`]);
    },
  );

  it('steps that binary fractions cannot represent', async () => {
    const rates = [0.15, 2.6, 0.35, 1.1, 29.95, 0.1 + 0.05];
    const basalRateSchedule = rates.map((rate, start) => ({ start, rate }));
    const carbohydrateRatioSchedule = [2.3, 4.6, 149.9].map((amount, start) => ({ start, amount }));
    expect(await findings({ basalRateSchedule, carbohydrateRatioSchedule })).toEqual([]);
  });

  it('a limited number of entries', async () => {
    const entries = (count: number, more: object) =>
      Array.from({ length: count }, (_, start) => ({ start, ...more }));
    const schedules = (basal: number, others: number, pumpId: string) => ({
      pumpId,
      basalRateSchedule: entries(basal, { rate: 1 }),
      carbohydrateRatioSchedule: entries(others, { amount: 10 }),
      insulinSensitivitySchedule: entries(others, { amount: 40 }),
      bloodGlucoseTargetSchedule: entries(others, { low: 100, high: 110 }),
    });
    expect(await findings(schedules(24, 48, palmtree))).toEqual([]);
    expect(await findings(schedules(25, 49, palmtree))).toEqual([
      'length-out-of-range basalRateSchedule',
      'length-out-of-range carbohydrateRatioSchedule',
      'length-out-of-range insulinSensitivitySchedule',
      'length-out-of-range bloodGlucoseTargetSchedule',
    ]);
    expect(await findings(schedules(25, 49, coastal))).toEqual([]);
  });

  it('targets of each form, at both ends', async () => {
    const targets = (value: object) => ({ bloodGlucoseTargetSchedule: [{ start: 0, ...value }] });
    const place = 'bloodGlucoseTargetSchedule/0';
    expect(await findings(targets({ target: 87 }))).toEqual([]);
    expect(await findings(targets({ target: 100, range: 13 }))).toEqual([]);
    expect(await findings(targets({ target: 100, high: 180 }))).toEqual([]);
    expect(await findings(targets({ target: 86 }))).toEqual([`value-out-of-range ${place}/target`]);
    expect(await findings(targets({ target: 100, range: 14 }))).toEqual([
      `value-out-of-range ${place}/range`,
    ]);
    expect(await findings(targets({ target: 170, range: 11 }))).toEqual([
      `value-out-of-range ${place}/range`,
    ]);
    expect(await findings(targets({ target: 100, high: 181 }))).toEqual([`value-out-of-range ${place}/high`]);
    expect(await findings(targets({ target: 100.1, range: 0.1 }))).toEqual([
      `value-not-valid ${place}/range`,
    ]);
  });

  it('no target below the safety limit, and no safety limit above a target', async () => {
    const all = {
      bloodGlucoseTargetSchedule: [
        { start: 0, low: 100, high: 110 },
        { start: 1, target: 100, range: 5 },
      ],
      bloodGlucoseTargetPreprandial: { low: 96, high: 100 },
      bloodGlucoseTargetPhysicalActivity: { target: 97 },
    };
    const limit = 'value-out-of-range glucoseSafetyLimit';
    expect(await findings({ ...all, glucoseSafetyLimit: 95 })).toEqual([]);
    expect(await findings({ ...all, glucoseSafetyLimit: 96 })).toEqual([
      'value-out-of-range bloodGlucoseTargetSchedule/1/range',
      limit,
    ]);
    expect(await findings({ ...all, glucoseSafetyLimit: 98 })).toEqual([
      'value-out-of-range bloodGlucoseTargetSchedule/1/range',
      'value-out-of-range bloodGlucoseTargetPreprandial/low',
      'value-out-of-range bloodGlucoseTargetPhysicalActivity/target',
      limit,
    ]);
    const preprandial = { bloodGlucoseTargetPreprandial: { low: 80, high: 90 } };
    expect(await findings({ ...preprandial, glucoseSafetyLimit: 90 })).toEqual([
      'value-out-of-range bloodGlucoseTargetPreprandial/low',
      limit,
    ]);
    expect(await findings({ ...preprandial, glucoseSafetyLimit: 91 })).toEqual([
      'value-out-of-range bloodGlucoseTargetPreprandial/low',
      'value-out-of-range bloodGlucoseTargetPreprandial/high',
      limit,
    ]);
  });

  it('a maximum basal rate that matches rates and ratios', async () => {
    const find = (value: number, rate?: number, amount?: number) =>
      findings({
        basalRateMaximum: { units: 'Units/hour', value },
        ...(rate !== undefined && { basalRateSchedule: [{ start: 0, rate }] }),
        ...(amount !== undefined && { carbohydrateRatioSchedule: [{ start: 0, amount }] }),
      });
    const refused = ['value-out-of-range basalRateMaximum/value'];
    expect(await find(30)).toEqual([]);
    // Not below the highest rate.
    expect(await find(1, 1)).toEqual([]);
    expect(await find(0.95, 1)).toEqual(refused);
    expect(await find(0.95, 1, 10)).toEqual(refused);
    // 6.4 times the rate; 6.4 · 0.05 is not exact in binary.
    expect(await find(6.4, 1)).toEqual([]);
    expect(await find(6.45, 1)).toEqual(refused);
    expect(await find(0.3, 0.05)).toEqual([]);
    expect(await find(0.35, 0.05)).toEqual(refused);
    // 70 divided by the ratio.
    expect(await find(10, undefined, 7)).toEqual([]);
    expect(await find(10.05, undefined, 7)).toEqual(refused);
    // Whichever is greater.
    expect(await find(7, 1, 10)).toEqual([]);
    expect(await find(7.05, 1, 10)).toEqual(refused);
    expect(await find(12.8, 2, 10)).toEqual([]);
    expect(await find(12.85, 2, 10)).toEqual(refused);
  });

  it('any settings if no pump is named', async () => {
    const fields = {
      pumpId: undefined,
      glucoseSafetyLimit: 500,
      basalRateSchedule: [{ start: 0, rate: 0.001 }],
    };
    expect(await findings(fields)).toEqual([]);
  });

  it('only values within its guard rails in a revision too', async () => {
    const { body } = await prescribe(server, practice, practice.member, { state: 'draft' });
    const initialSettings = { bloodGlucoseUnits: 'mg/dL', pumpId: coastal, glucoseSafetyLimit: 66 };
    const answer = await revise(server, practice, practice.member, body.id, {
      state: 'draft',
      initialSettings,
    });
    expect(formatFindings(answer)).toEqual(['value-out-of-range /initialSettings/glucoseSafetyLimit']);
  });
});

describe('the catalog of devices', () => {
  const pumps = [
    [palmtree, 'Palmtree'],
    ['e6d9afc8-2642-4d95-a2b5-58929e44e105', 'Palmtree Pump Demo'],
    ['aff19260-fca9-4efc-9b81-dcd39f695979', 'Pump Simulator'],
    [coastal, 'Coastal'],
  ];
  const cgms = [
    ['d25c3f1b-a2e8-44e2-b3a3-fd07806fc245', 'Dexcom G6'],
    ['80eb646f-18c0-4799-a1bf-3a0e1a5390d9', 'Dexcom G6 Demo'],
    ['c97bd194-5e5e-44c1-9629-4cb87be1a4c9', 'Mock CGM'],
  ];
  const named = (devices: Json[]) => devices.map(({ id, displayName }) => [id, displayName]);
  const fixed = (units: number, nanos = 0) => ({ units, nanos });

  it('is readable with any token, as a whole and one by one', async () => {
    const [{ token }, asServer] = [await newAccount(server), await newServerToken(server)];
    for (const each of [token, asServer]) {
      expect(named((await get('/v1/devices/pumps', { token: each })).body.pumps)).toEqual(pumps);
      expect(named((await get('/v1/devices/cgms', { token: each })).body.cgms)).toEqual(cgms);
    }
    const all = await get('/v1/devices/pumps', { token });
    expect((await get(`/v1/devices/pumps/${palmtree}`, { token })).body).toEqual({ pump: all.body.pumps[0] });
    const { body } = await get(`/v1/devices/cgms/${cgms[0]?.[0]}`, { token });
    expect(body).toEqual({
      cgm: {
        id: cgms[0]?.[0],
        displayName: 'Dexcom G6',
        manufacturers: [expect.any(String)],
        model: expect.any(String),
      },
    });
    for (const path of ['pumps/nonsense', 'cgms/nonsense', `pumps/${cgms[0]?.[0]}`]) {
      expect((await get(`/v1/devices/${path}`, { token })).status).toBe(404);
      expect((await get(`/v1/devices/${path}`)).status).toBe(401);
    }
  });

  it('gives the guard rails as whole numbers and billionths', async () => {
    const { token } = practice.member;
    const railsOf = async (id: string) =>
      (await get(`/v1/devices/pumps/${id}`, { token })).body.pump.guardRails;
    const rails = await railsOf(palmtree);
    expect(Object.keys(rails).sort()).toEqual([
      'basalRateMaximum',
      'basalRates',
      'bolusAmountMaximum',
      'carbohydrateRatio',
      'correctionRange',
      'glucoseSafetyLimit',
      'insulinSensitivity',
      'preprandialCorrectionRange',
      'workoutCorrectionRange',
    ]);
    const step = { minimum: fixed(0, 50_000_000), maximum: fixed(30), increment: fixed(0, 50_000_000) };
    expect(rails.basalRates).toMatchObject({
      units: 'UnitsPerHour',
      absoluteBounds: [step],
      defaultValue: fixed(0, 50_000_000),
      maxSegments: 24,
    });
    expect(rails.basalRateMaximum).toMatchObject({
      absoluteBounds: step,
      defaultValue: fixed(0, 50_000_000),
    });
    expect(rails.glucoseSafetyLimit).toEqual({
      units: 'MilligramsPerDeciliter',
      absoluteBounds: { minimum: fixed(67), maximum: fixed(110), increment: fixed(1) },
      recommendedBounds: { minimum: fixed(74), maximum: fixed(80) },
    });
    expect(rails.carbohydrateRatio).toEqual({
      units: 'GramsPerUnit',
      absoluteBounds: { minimum: fixed(2), maximum: fixed(150), increment: fixed(0, 100_000_000) },
      recommendedBounds: { minimum: fixed(4), maximum: fixed(28) },
      maxSegments: 48,
    });
    expect(rails.bolusAmountMaximum).toMatchObject({
      units: 'Units',
      recommendedBounds: { minimum: fixed(0, 100_000_000), maximum: fixed(19, 950_000_000) },
    });
    const others = await railsOf(coastal);
    expect(others.carbohydrateRatio.absoluteBounds.increment).toEqual(fixed(0, 10_000_000));
    expect(others.bolusAmountMaximum).toMatchObject({
      absoluteBounds: { minimum: fixed(0, 200_000_000) },
      recommendedBounds: { minimum: fixed(0, 200_000_000), maximum: fixed(19, 950_000_000) },
    });
    expect(others.correctionRange.recommendedBounds).toEqual({ minimum: fixed(100), maximum: fixed(115) });
    expect(others.insulinSensitivity.absoluteBounds.minimum).toEqual(fixed(10));
  });
});
