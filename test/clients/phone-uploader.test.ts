import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { newAccount, type TestAccount } from '../support/accounts';
import { api, type CallOptions, type Json } from '../support/api';
import { deduplicator } from '../support/person';
import { serverUnderTest } from '../support/server';

const server = serverUnderTest();

/** A reading as stored on a phone. */
interface Reading {
  time: string;
  mgdL: number;
}

const bundleId = 'org.example.Loop';

/** Glucose in mmol/L as stored: five decimals, halves rounded away from zero. 18.01559 is a tenth of the molar mass. */
const toMmolL = (mgdL: number): number => Math.trunc((mgdL / 18.01559) * 100_000 + 0.5) / 100_000;

/** A phone app with one continuous data set, which identifies records by their origin id. */
class Phone {
  private readonly session = randomUUID().toUpperCase();

  constructor(private readonly account: TestAccount) {}

  private async call(method: string, path: string, body?: unknown): Promise<Json> {
    const headers: Record<string, string> = {
      'X-Tidepool-Trace-Session': this.session,
      'Accept-Encoding': 'gzip',
    };
    if (body !== undefined) headers['Content-Type'] = 'application/json; charset=utf-8';
    const options: CallOptions = { token: this.account.token, headers };
    if (body !== undefined) options.raw = JSON.stringify(body);
    const answer = await api(server).call(method, path, options);
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  }

  /** The id of the app's data set, which is created if there is none. */
  async dataSetId(): Promise<string> {
    const users = `/v1/users/${this.account.userId}/data_sets`;
    const [known] = await this.call('GET', `${users}?client.name=${bundleId}&deleted=false`);
    if (known) return known.uploadId;
    const { data } = await this.call('POST', users, {
      client: { name: bundleId, version: '3.4.4' },
      dataSetType: 'continuous',
      deduplicator: deduplicator('dataset.delete.origin'),
      deviceTags: ['bgm', 'cgm', 'insulin-pump'],
      type: 'upload',
    });
    expect(data).toMatchObject({ type: 'upload', dataSetType: 'continuous', id: data.uploadId });
    return data.id;
  }

  recordId(originId: string): string {
    return createHash('md5').update(`${this.account.userId}:${originId}`).digest('hex');
  }

  /** Adds the fields that the phone puts on every record. */
  record(originId: string, fields: object): Record<string, unknown> {
    const origin = { id: originId, name: bundleId, version: '3.4.4', type: 'application' };
    return { id: this.recordId(originId), origin, ...fields };
  }

  async upload(dataSetId: string, records: object[]): Promise<void> {
    for (let start = 0; start < records.length; start += 1_000) {
      const batch = records.slice(start, start + 1_000);
      const { data } = await this.call('POST', `/v1/data_sets/${dataSetId}/data`, batch);
      expect(data).toEqual([]);
    }
  }

  /** Deletes records by their origin ids. */
  async delete(dataSetId: string, originIds: string[]): Promise<void> {
    const selectors = originIds.map((id) => ({ origin: { id } }));
    const { data } = await this.call('DELETE', `/v1/data_sets/${dataSetId}/data`, selectors);
    expect(data).toEqual([]);
  }

  read(query = ''): Promise<Json[]> {
    return this.call('GET', `/data/${this.account.userId}?${query}`);
  }

  /** Readings as sensor records, with their index as origin id. */
  sensorRecords(readings: Reading[]): Record<string, unknown>[] {
    return readings.map(({ time, mgdL }, index) =>
      this.record(`reading ${index}`, {
        ...{ type: 'cbg', time, units: 'mg/dL', value: mgdL },
        ...{ deviceId: 'sensor', trendRate: -0.5, payload: { transmitter: '8 G' } },
      }),
    );
  }
}

const newPhone = async () => new Phone(await newAccount(server));

/** Uploads readings, reads them back in several ways, and uploads a batch again. */
async function bringAndCheck(phone: Phone, readings: Reading[]): Promise<void> {
  const dataSetId = await phone.dataSetId();
  const sent = phone.sensorRecords(readings);
  await phone.upload(dataSetId, sent);

  const byTime = sent
    .map(({ id }, index) => ({ id: id as string, ...readings[index]! }))
    .sort((one, other) => (`${one.time} ${one.id}` < `${other.time} ${other.id}` ? -1 : 1));
  const records = await phone.read('type=cbg');
  expect(records.map(({ id, time, value }) => ({ id, time, value }))).toEqual(
    byTime.map(({ id, time, mgdL }) => ({ id, time, value: toMmolL(mgdL) })),
  );
  expect(new Set(records.map(({ units, uploadId }) => `${units} ${uploadId}`))).toEqual(
    new Set([`mmol/L ${dataSetId}`]),
  );

  const [from, to] = [
    byTime[Math.floor(byTime.length / 3)]!.time,
    byTime[Math.floor(byTime.length / 2)]!.time,
  ];
  const within = byTime.filter(({ time }) => time >= from && time <= to);
  const window = await phone.read(`startDate=${from}&endDate=${to}&type=cbg`);
  expect(window.map(({ id }) => id)).toEqual(within.map(({ id }) => id));

  expect((await phone.read('latest=true&type=cbg')).map(({ id }) => id)).toEqual([byTime.at(-1)!.id]);
  await phone.upload(dataSetId, sent.slice(0, 1_000));
  expect(await phone.read('type=cbg')).toEqual(records);
}

describe('a phone that runs a closed loop', () => {
  it('finds its data set again', async () => {
    const phone = await newPhone();
    const dataSetId = await phone.dataSetId();
    expect(await phone.dataSetId()).toBe(dataSetId);
    await phone.upload(dataSetId, [phone.record('f', { type: 'food', time: '2024-05-06T07:08:09.123Z' })]);
    expect(await phone.dataSetId()).toBe(dataSetId);
  });

  it('uploads all data of a loop', async () => {
    const phone = await newPhone();
    const dataSetId = await phone.dataSetId();
    const time = '2024-05-06T07:08:09.123Z';
    const units = { bg: 'mg/dL', carb: 'grams', insulin: 'Units' };
    const decision = {
      ...{ type: 'dosingDecision', time, reason: 'loop', units, carbsOnBoard: { time, amount: 12.5 } },
      insulinOnBoard: { time, amount: -0.35 },
      bgTargetSchedule: [{ start: 0, low: 100, high: 110 }],
      bgForecast: [{ time, value: 105.2 }],
      recommendedBolus: { amount: 0.4 },
      recommendedBasal: { rate: 1.1, duration: 1_800_000 },
      warnings: [{ id: 'glucoseTooOld' }],
    };
    const fields: object[] = [
      { type: 'smbg', subType: 'manual', time, units: 'mg/dL', value: 120 },
      { type: 'deviceEvent', subType: 'calibration', time, units: 'mg/dL', value: 120 },
      {
        type: 'food',
        time,
        name: '🍎',
        nutrition: { carbohydrate: { net: 20, units: 'grams' }, estimatedAbsorptionDuration: 10_800 },
      },
      { type: 'insulin', time, dose: { total: 4, units: 'Units' } },
      {
        type: 'bolus',
        subType: 'automated',
        time,
        normal: 0.3,
        insulinFormulation: { simple: { actingType: 'rapid', brand: 'Lyumjev' } },
      },
      {
        type: 'basal',
        deliveryType: 'automated',
        time,
        rate: 1.2,
        duration: 1_800_000,
        scheduleName: 'Loop',
        suppressed: { type: 'basal', deliveryType: 'scheduled', rate: 0.8 },
      },
      {
        type: 'basal',
        deliveryType: 'suspend',
        time,
        duration: 0,
        suppressed: { type: 'basal', deliveryType: 'scheduled', rate: 0.8 },
      },
      decision,
      { type: 'controllerStatus', time, battery: { state: 'charging', remaining: 0.5, units: 'percent' } },
      {
        type: 'pumpStatus',
        time,
        reservoir: { time, remaining: 120.5, units: 'Units' },
        basalDelivery: { state: 'scheduled', time },
      },
      { type: 'controllerSettings', time, device: { model: 'iPhone14,2', softwareVersion: '17.4' } },
      {
        type: 'pumpSettings',
        time,
        activeSchedule: 'Default',
        units,
        basalSchedules: { Default: [{ start: 0, rate: 0.8 }] },
        overridePresets: { '🏃 run': { abbreviation: '🏃', duration: 3_600, basalRateScaleFactor: 0.5 } },
      },
      {
        type: 'deviceEvent',
        subType: 'pumpSettingsOverride',
        time,
        overrideType: 'preset',
        overridePreset: '🏃 run',
        duration: 3_600,
      },
      { type: 'deviceEvent', subType: 'reservoirChange', time },
      { type: 'deviceEvent', subType: 'alarm', time, alarmType: 'other' },
      { type: 'alert', time, name: 'loop', issuedTime: time, trigger: 'immediate' },
    ];
    const sent = fields.map((each, index) => phone.record(`${index}`, each));
    await phone.upload(dataSetId, sent);
    const types =
      'alert,basal,bolus,controllerSettings,controllerStatus,deviceEvent,dosingDecision,food,insulin,pumpSettings,pumpStatus,smbg';
    const records = await phone.read(`type=${types}`);
    expect(records.map(({ id }) => id).sort()).toEqual(sent.map(({ id }) => id).sort());
    expect(records.every((record) => record.origin.name === bundleId && record.time === time)).toBe(true);
  });

  it('uploads a running bolus again', async () => {
    const phone = await newPhone();
    const dataSetId = await phone.dataSetId();
    const running = { type: 'bolus', subType: 'normal', time: '2024-05-06T07:08:09.123Z' };
    const mutable = { ...running, normal: 4.25, annotations: [{ code: 'bolus/mutable' }] };
    await phone.upload(dataSetId, [phone.record('b', mutable)]);
    await phone.upload(dataSetId, [phone.record('b', { ...running, normal: 3.5, expectedNormal: 4.25 })]);
    const [bolus, ...others] = await phone.read('type=bolus');
    expect(others).toEqual([]);
    expect(bolus).toMatchObject({ id: phone.recordId('b'), normal: 3.5, expectedNormal: 4.25 });
    expect(bolus).not.toHaveProperty('annotations');
  });

  it('deletes a meal and uploads it again', async () => {
    const phone = await newPhone();
    const dataSetId = await phone.dataSetId();
    const meals = ['m1', 'm2'].map((id) =>
      phone.record(id, { type: 'food', time: '2024-05-06T07:08:09.123Z' }),
    );
    const shown = async () => (await phone.read('type=food')).map(({ origin }) => origin.id).sort();
    await phone.upload(dataSetId, meals);
    await phone.delete(dataSetId, ['m1', 'unknown']);
    expect(await shown()).toEqual(['m2']);
    for (let times = 0; times < 2; times += 1) await phone.upload(dataSetId, meals);
    expect(await shown()).toEqual(['m1', 'm2']);
    await phone.delete(dataSetId, ['m1', 'm2']);
    expect(await shown()).toEqual([]);
    expect(await phone.dataSetId()).toBe(dataSetId);
  });

  it('uploads a month of readings, and a batch of them twice', async () => {
    const start = Date.parse('2024-05-06T00:00:12.345Z');
    const readings = Array.from({ length: 8_640 }, (_, index) => ({
      time: new Date(start + index * 300_000).toISOString(),
      mgdL: 40 + ((index * 37) % 361),
    }));
    await bringAndCheck(await newPhone(), readings);
  });
});

/** Readings of real sensors: `subject,local_time,glucose_mg_dl`. Not part of this repository. */
const realReadings = resolve('../shared/data/cgm-readings.csv');

(existsSync(realReadings) ? describe : describe.skip)('phones with real readings', () => {
  it('uploads all of them', async () => {
    const bySubject = new Map<string, Reading[]>();
    const [, ...lines] = readFileSync(realReadings, 'utf8').trim().split('\n');
    for (const line of lines) {
      const [subject = '', localTime = '', mgdL = ''] = line.split(',');
      const readings = bySubject.get(subject) ?? [];
      readings.push({ time: `${localTime}.000Z`, mgdL: Number(mgdL) });
      bySubject.set(subject, readings);
    }
    expect(lines).toHaveLength(13_866);
    for (const readings of bySubject.values()) await bringAndCheck(await newPhone(), readings);
  });
});
