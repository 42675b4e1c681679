import { newPerson } from '../../../support/person';
import { legacySmbg } from '../../../support/legacy-records';
import { at, basal, bolus, cbg, food, smbg, wizard } from '../../../support/records';
import { exported } from '../../../support/exports';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

it('an amount of a legacy upload that is too great in the units of the file is left out', async () => {
  const person = await newPerson(server);
  await person.uploadedLegacy(legacySmbg({ value: 1e308 }));
  const { bytes } = await exported(server, person.userId, 'format=json&bgUnits=mg/dL', person.token);
  const [record] = JSON.parse(bytes.toString());
  expect(record).toMatchObject({ type: 'smbg', units: 'mg/dL' });
  expect(record).not.toHaveProperty('value');
});

it('amounts of a pump whose unit is unknown stay as they are', async () => {
  const settings = {
    ...{ type: 'pumpSettings', time: at(0), activeSchedule: 'Day' },
    ...{ bgTarget: [{ start: 0, target: 100 }], insulinSensitivity: [{ start: 0, amount: 50 }] },
  };
  const [target, sensitivity] = await exportOf([settings], 'bgUnits=mg/dL');
  expect(target).toMatchObject({ 'bgTarget.target': 100 });
  expect(sensitivity).toMatchObject({ 'insulinSensitivity.amount': 50 });
});

/** The only record of a type in the JSON export of a person who uploaded these records. */
async function exportOf(records: object[], query = '') {
  const person = await newPerson(server);
  await person.uploaded(await person.openedContinuous({ time: at(-1) }), records);
  const { status, bytes } = await exported(server, person.userId, `format=json&${query}`, person.token);
  expect(status).toBe(200);
  return (JSON.parse(bytes.toString()) as Record<string, unknown>[]).filter(({ type }) => type !== 'upload');
}

describe('an export as JSON', () => {
  it('is a file of flat objects with sorted keys, in order of time', async () => {
    const person = await newPerson(server);
    await person.uploaded(await person.openedContinuous({ time: at(-1) }), [
      cbg({ time: at(5), deviceId: 'D', origin: { id: 'x' }, payload: { a: 1 } }),
      smbg({ time: at(1), notes: ['a note'], subType: 'manual' }),
    ]);
    const { headers, bytes } = await exported(server, person.userId, 'format=json', person.token);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="TidepoolExport.json"');
    expect(headers.get('cache-control')).toContain('no-store');
    const rows = JSON.parse(bytes.toString()) as Record<string, unknown>[];
    expect(rows.map(({ type }) => type)).toEqual(['upload', 'smbg', 'cbg']);
    for (const row of rows) expect(Object.keys(row)).toEqual(Object.keys(row).sort());
    const id = expect.any(String) as string;
    expect(rows.slice(1)).toEqual([
      { id, subType: 'manual', time: at(1), type: 'smbg', units: 'mmol/L', uploadId: id, value: 5.5 },
      {
        deviceId: 'D',
        id,
        payload: '{"a":1}',
        time: at(5),
        type: 'cbg',
        units: 'mmol/L',
        uploadId: id,
        value: 5.5,
      },
    ]);
  });

  it('is an empty array if there are none', async () => {
    const person = await newPerson(server);
    const { bytes } = await exported(server, person.userId, 'format=json', person.token);
    expect(bytes.toString()).toBe('[]');
  });

  it('has glucose in mg/dL on request, without rounding, but not ketones', async () => {
    const rows = await exportOf(
      [
        cbg({ time: at(1), value: 5.5 }),
        { type: 'bloodKetone', time: at(2), units: 'mmol/L', value: 0.7 },
        wizard({
          time: at(3),
          units: 'mmol/L',
          bgInput: 10,
          insulinSensitivity: 2,
          bgTarget: { low: 4, high: 0 + 8 },
        }),
        { type: 'deviceEvent', subType: 'calibration', time: at(4), units: 'mmol/L', value: 0 },
      ],
      'bgUnits=mg%2FdL',
    );
    expect(rows).toMatchObject([
      { type: 'cbg', units: 'mg/dL', value: 5.5 * 18.01559 },
      { type: 'bloodKetone', units: 'mmol/L', value: 0.7 },
      {
        units: 'mg/dL',
        bgInput: 10 * 18.01559,
        insulinSensitivity: 2 * 18.01559,
        'bgTarget.low': 4 * 18.01559,
        'bgTarget.high': 8 * 18.01559,
        carbInput: 30,
      },
      { subType: 'calibration', units: 'mg/dL', value: 0 },
    ]);
  });

  it('has durations in minutes, those of activities in days', async () => {
    const rows = await exportOf([
      basal({ time: at(1), duration: 90_000, expectedDuration: 3_600_000 }),
      bolus({ time: at(2), subType: 'square', normal: undefined, extended: 1, duration: 60_000 }),
      { type: 'physicalActivity', time: at(3), duration: { units: 'minutes', value: 36 } },
      { type: 'physicalActivity', time: at(4), duration: { units: 'hours', value: 6 } },
      { type: 'physicalActivity', time: at(5), duration: { units: 'seconds', value: 43_200 } },
    ]);
    expect(rows.map(({ duration }) => duration)).toEqual([1.5, 1, 0.025, 0.25, 0.5]);
    expect(rows[0]).toMatchObject({ expectedDuration: 60 });
  });

  it('flattens one level, keeps fields of sheets, and writes deeper ones as JSON text', async () => {
    const nutrition = { carbohydrate: { net: 30, units: 'grams' } };
    const rows = await exportOf([
      basal({
        time: at(1),
        deliveryType: 'suspend',
        rate: undefined,
        suppressed: { type: 'basal', deliveryType: 'scheduled', rate: 0.5, scheduleName: 'Day' },
      }),
      food({ time: at(2), name: 'Pasta', nutrition, tags: ['dinner'] }),
    ]);
    expect(rows[0]).toMatchObject({
      'suppressed.deliveryType': 'scheduled',
      'suppressed.rate': 0.5,
      'suppressed.scheduleName': 'Day',
      'suppressed.type': 'basal',
    });
    expect(JSON.parse(String(rows[1]?.nutrition))).toEqual(nutrition);
    expect(rows[1]).toMatchObject({ name: 'Pasta' });
    expect(rows[1]).not.toHaveProperty('tags');
  });

  it('splits pump settings into one object for each schedule entry', async () => {
    const settings = {
      type: 'pumpSettings',
      time: at(1),
      activeSchedule: 'Day',
      units: { bg: 'mmol/L', carb: 'grams' },
      manufacturers: ['Acme'],
      model: 'One',
      basalSchedules: {
        Day: [
          { start: 0, rate: 0.5 },
          { start: 28_800_000, rate: 1 },
        ],
        Night: [],
      },
      bgTarget: [{ start: 0, low: 4, high: 8 }],
      carbRatios: { Day: [{ start: 0, amount: 10 }] },
      insulinSensitivities: { Day: [{ start: 0, amount: 2 }] },
    };
    const rows = await exportOf([settings], 'bgUnits=mg%2FdL');
    expect(rows.map(({ type }) => type)).toEqual([
      'pumpSettings.basalSchedules',
      'pumpSettings.basalSchedules',
      'pumpSettings.bgTarget',
      'pumpSettings.carbRatios',
      'pumpSettings.insulinSensitivities',
    ]);
    expect(rows[1]).toMatchObject({
      activeSchedule: 'Day',
      scheduleName: 'Day',
      'basalSchedule.start': '1970-01-01T08:00:00.000Z',
      'basalSchedule.rate': 1,
      manufacturers: '["Acme"]',
      model: 'One',
    });
    expect(rows[1]).not.toHaveProperty(['units.bg']);
    expect(rows[2]).toMatchObject({
      'bgTarget.low': 4 * 18.01559,
      'units.bg': 'mg/dL',
      'units.carb': 'grams',
    });
    expect(rows[2]).not.toHaveProperty('scheduleName');
    expect(rows[4]).toMatchObject({ 'insulinSensitivity.amount': 2 * 18.01559, scheduleName: 'Day' });
  });

  it('omits settings without a schedule', async () => {
    expect(
      await exportOf([{ type: 'pumpSettings', time: at(1), activeSchedule: 'Day', model: 'One' }]),
    ).toEqual([]);
  });

  it('has only dosing decisions for a requested bolus', async () => {
    const decision = (time: string, reason: string) => ({
      type: 'dosingDecision',
      time,
      reason,
      units: { bg: 'mmol/L', carb: 'grams', insulin: 'Units' },
    });
    const rows = await exportOf([decision(at(1), 'loop'), decision(at(2), 'normalBolus')]);
    expect(rows.map(({ type, time }) => [type, time])).toEqual([['dosingDecision', at(2)]]);
  });

  it('covers a time range with both ends inclusive', async () => {
    const times = [at(1), at(2), at(3), at(4)];
    const rows = await exportOf(
      times.map((time) => cbg({ time })),
      `startDate=${at(2)}&endDate=${at(3)}`,
    );
    expect(rows.map(({ time }) => time)).toEqual([at(2), at(3)]);
  });
});
