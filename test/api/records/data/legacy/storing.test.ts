import { createHash } from 'node:crypto';
import { api } from '../../../../support/api';
import { legacyBolus, legacyCbg, legacySmbg } from '../../../../support/legacy-records';
import { newPerson } from '../../../../support/person';
import { at, cbg } from '../../../../support/records';
import { serverUnderTest } from '../../../../support/server';

const server = serverUnderTest();

/**
 * The expected id for the fields of a record, computed in another way than by the server: from five bits of a binary
 * text at a time.
 */
function idOf(...texts: string[]): string {
  const hash = createHash('sha1')
    .update([...texts, 'bootstrap', ''].join('_'))
    .digest();
  const bits = [...hash].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => parseInt(five, 2).toString(32)).join('');
}

describe('a record on the legacy upload route', () => {
  it('is visible at once, as sent, including unknown fields', async () => {
    const person = await newPerson(server);
    const record = legacyCbg({ guid: 'a', jaebPayload: { deep: [1, null] }, payload: { x: 1 }, isig: 2 });
    const answer = await person.uploadLegacy(record);
    expect([answer.status, answer.body]).toEqual([200, []]);
    const [stored, ...others] = await person.records();
    expect(others).toEqual([]);
    expect(stored).toEqual({ ...record, id: stored.id });
  });

  it('is in the graph without objects that lack what the graph promises', async () => {
    const person = await newPerson(server);
    const associations = [{ id: 'x' }, { type: 'none' }, { type: 'datum', id: 'y' }];
    const history = [{ changes: [] }, { time: 'then', changes: [] }, { time: at(1), changes: [] }];
    await person.uploadedLegacy([legacyCbg({ associations, history })]);
    const fields = 'associations { type id } history { time }';
    const query = `{ me { data(first: 1) { edges { node { ${fields} } } } } }`;
    const { body } = await api(server).graph(query, { token: person.token });
    expect(body.errors).toBeUndefined();
    const node = { associations: [{ type: 'DATUM', id: 'y' }], history: [{ time: at(1) }] };
    expect(body.data.me.data.edges).toEqual([{ node }]);
  });

  it('loses fields that only the server sets, and null values', async () => {
    const person = await newPerson(server);
    const record = legacyCbg({ id: 'a' });
    await person.uploadedLegacy({
      ...record,
      ...{ createdTime: at(9), modifiedTime: at(9), deduplicator: { hash: 'x' }, revision: 7, _groupId: 'g' },
      note: null,
    });
    expect(await person.records()).toEqual([record]);
  });

  it('is sent alone or in an array', async () => {
    const person = await newPerson(server);
    expect(await person.uploadedLegacy([])).toEqual([]);
    expect(await person.uploadedLegacy(legacyCbg())).toEqual([]);
    expect(await person.uploadedLegacy([legacyCbg({ time: at(5) }), legacyCbg({ time: at(10) })])).toEqual(
      [],
    );
    expect(await person.records()).toHaveLength(3);
  });

  it('is found by its data set and its device, whatever their names', async () => {
    const person = await newPerson(server);
    const names = ['a', 'a ', 'ä/b', 'x'.repeat(300), ' '];
    await person.uploadedLegacy(
      names.map((name, index) => legacyCbg({ uploadId: name, deviceId: name, time: at(index) })),
    );
    for (const name of names) {
      const asked = encodeURIComponent(name);
      expect((await person.records(`uploadId=${asked}`)).map(({ uploadId }) => uploadId)).toEqual([name]);
      expect((await person.records(`deviceId=${asked}`)).map(({ deviceId }) => deviceId)).toEqual([name]);
    }
  });

  it('is stored with its UTC time, in whatever format it was sent', async () => {
    const person = await newPerson(server);
    const times = ['2024-05-06T02:00:00+02:00', '2024-05-06T01:00:00Z', '6 May 2024 02:00:00 Z'];
    await person.uploadedLegacy(times.map((time) => legacyCbg({ time })));
    expect((await person.records()).map(({ time }) => time)).toEqual([at(0), at(60), at(120)]);
  });
});

describe('the id of a record on the legacy upload route', () => {
  it('is computed from identifying fields', async () => {
    const person = await newPerson(server);
    await person.uploadedLegacy(legacyCbg({ deviceId: 'tools', time: '2014-06-11T11:12:43.029Z' }));
    expect((await person.records())[0].id).toBe('eb12p6h892pmd0hhccpt2r17muc407o0');
  });

  it('uses the time as sent if it is in UTC, and otherwise as UTC with milliseconds', async () => {
    const person = await newPerson(server);
    await person.uploadedLegacy([
      legacyCbg({ time: '2024-05-06T00:00:00Z' }),
      legacyCbg({ time: '2024-05-06T02:05:00+02:00' }),
    ]);
    expect((await person.records()).map(({ id }) => id)).toEqual([
      idOf('cbg', 'pump', '2024-05-06T00:00:00Z'),
      idOf('cbg', 'pump', at(5)),
    ]);
  });

  it('of a meter reading uses the converted value, of a bolus its sub type', async () => {
    const person = await newPerson(server);
    await person.uploadedLegacy([legacySmbg({ units: 'mg/dL', value: 100 }), legacyBolus({ time: at(1) })]);
    expect((await person.records()).map(({ id }) => id)).toEqual([
      idOf('smbg', 'pump', at(0), String(100 / 18.01559)),
      idOf('bolus', 'normal', 'pump', at(1)),
    ]);
  });

  it('is kept if sent', async () => {
    const person = await newPerson(server);
    await person.uploadedLegacy([
      legacyCbg({ id: 'mine' }),
      legacyCbg({ id: 'mine ' }),
      legacyCbg({ id: 'y'.repeat(200) }),
    ]);
    const ids = (await person.records()).map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set(['mine', 'mine ', 'y'.repeat(200)]));
  });
});

describe('a known record', () => {
  it('is reported by its index and changes nothing', async () => {
    const person = await newPerson(server);
    const batch = [
      legacyCbg(),
      legacyCbg({ time: at(5) }),
      legacyCbg({ time: at(5), value: 9 }),
      legacyCbg({ time: at(10) }),
    ];
    expect(await person.uploadedLegacy(batch.slice(0, 2))).toEqual([]);
    const before = await person.records();
    expect(await person.uploadedLegacy(batch)).toEqual([0, 1, 2]);
    expect((await person.records()).slice(0, 2)).toEqual(before);
    expect(await person.records()).toHaveLength(3);
  });

  it('is recognized in any upload', async () => {
    const person = await newPerson(server);
    await person.uploadedLegacy(legacyCbg());
    expect(await person.uploadedLegacy([legacyCbg({ uploadId: 'another' })])).toEqual([0]);
  });

  it('is recognized by a sent id too', async () => {
    const person = await newPerson(server);
    await person.uploaded(await person.openedContinuous(), [cbg({ id: 'a'.repeat(32) })]);
    expect(await person.uploadedLegacy([legacyCbg({ id: 'a'.repeat(32), time: at(9) })])).toEqual([0]);
  });

  it('belongs to one account: others have records with the same ids', async () => {
    for (const person of [await newPerson(server), await newPerson(server)]) {
      expect(await person.uploadedLegacy([legacyCbg()])).toEqual([]);
    }
  });

  it('can be sent again once its data set is deleted with all data', async () => {
    const [person, other] = [await newPerson(server), await newPerson(server)];
    await person.uploadedLegacy([legacyCbg()]);
    await other.uploadedLegacy([legacyCbg()]);
    await person.deletedAll();
    expect(await person.records()).toEqual([]);
    expect(await other.records()).toHaveLength(1);
    expect(await person.uploadedLegacy([legacyCbg()])).toEqual([]);
  });
});

describe('glucose on the legacy upload route', () => {
  const factor = 18.01559;

  it('is stored in mmol/L and not rounded', async () => {
    const person = await newPerson(server);
    const calibration = { type: 'deviceEvent', subType: 'calibration' };
    await person.uploadedLegacy([
      legacyCbg({ units: 'mg/dl', value: 100 }),
      legacySmbg({ units: 'mg/dL', value: 123, time: at(1) }),
      legacyCbg({ ...calibration, units: 'mg/dL', value: 77, time: at(2) }),
      legacyCbg({ units: 'mmol/l', value: 5.123456789, time: at(3) }),
      legacyCbg({ type: 'bloodKetone', units: 'mmol/l', value: 0.4, time: at(4) }),
    ]);
    expect((await person.records()).map(({ units, value }) => [units, value])).toEqual([
      ['mmol/L', 100 / factor],
      ['mmol/L', 123 / factor],
      ['mmol/L', 77 / factor],
      ['mmol/L', 5.123456789],
      ['mmol/L', 0.4],
    ]);
  });

  it('of a bolus calculation is converted in all fields', async () => {
    const person = await newPerson(server);
    const calculation = {
      type: 'wizard',
      units: 'mg/dL',
      bgInput: 180,
      insulinSensitivity: 40,
      carbInput: 50,
    };
    await person.uploadedLegacy(
      legacyCbg({ ...calculation, value: 1, bgTarget: { target: 100, range: 10 } }),
    );
    expect((await person.records())[0]).toMatchObject({
      ...{ units: 'mmol/L', bgInput: 180 / factor, insulinSensitivity: 40 / factor, carbInput: 50, value: 1 },
      bgTarget: { target: 100 / factor, range: 10 / factor },
    });
  });

  it('of sensor settings is converted in every alert', async () => {
    const person = await newPerson(server);
    const alert = (level: number) => ({ enabled: true, level, snooze: 0 });
    const rate = (value: number) => ({ enabled: true, rate: value });
    await person.uploadedLegacy(
      legacyCbg({
        ...{ type: 'cgmSettings', transmitterId: '', units: 'mg/dL' },
        ...{ lowAlerts: alert(80), highAlerts: alert(200) },
        rateOfChangeAlerts: { fallRate: rate(-3), riseRate: rate(3) },
      }),
    );
    expect((await person.records())[0]).toMatchObject({
      ...{ units: 'mmol/L', lowAlerts: alert(80 / factor), highAlerts: alert(200 / factor) },
      rateOfChangeAlerts: { fallRate: rate(-3 / factor), riseRate: rate(3 / factor) },
    });
  });

  it('of pump settings is converted while their unit stays', async () => {
    const person = await newPerson(server);
    const settings = (unit: string, by: number) =>
      legacyCbg({
        ...{ type: 'pumpSettings', activeSchedule: 'day', units: { bg: unit, carbs: 'grams' } },
        basalSchedules: { day: [{ start: 0, rate: 1 }] },
        carbRatio: [{ start: 0, amount: 10 }],
        insulinSensitivities: { day: [{ start: 0, amount: 54 / by }] },
        bgTarget: [{ start: 0, low: 80 / by, high: 120 / by }],
        time: at(by),
      });
    await person.uploadedLegacy([settings('mg/dl', 1), settings('mmol/l', factor)]);
    for (const [stored, unit] of (await person.records()).map((each, index) => [
      each,
      ['mg/dL', 'mmol/L'][index],
    ])) {
      expect(stored).toMatchObject({
        units: { bg: unit, carbs: 'grams' },
        basalSchedules: { day: [{ start: 0, rate: 1 }] },
        carbRatio: [{ start: 0, amount: 10 }],
        insulinSensitivities: { day: [{ start: 0, amount: 54 / factor }] },
        bgTarget: [{ start: 0, low: 80 / factor, high: 120 / factor }],
      });
    }
  });
});
