import { newAccount, type TestAccount } from '../support/accounts';
import { api, type Json } from '../support/api';
import { deduplicator } from '../support/person';
import { serverUnderTest } from '../support/server';

const server = serverUnderTest();
const { get, post } = api(server);

/** Minutes after a fixed midnight, with seven decimals as in these apps. */
const at = (minutes: number): string =>
  new Date(Date.parse('2024-05-06T00:00:00Z') + minutes * 60_000).toISOString().replace('Z', '0000Z');

interface Name {
  /** The query by which the app finds its data set. */
  soughtName: string;
  /** The client name in the data sets that it creates. */
  clientName: string;
  version: string;
  device: string;
}

const xdrip = { name: 'com.eveningoutpost.dexdrip', device: 'xDrip' };
const apps = {
  xdrip: { soughtName: xdrip.name, clientName: xdrip.name, version: '0.1.0', device: xdrip.device },
  aaps: { soughtName: 'AAPS', clientName: 'info.nightscout.androidaps', version: '0.0.1', device: 'Tandem' },
} satisfies Record<string, Name>;

/** An app that uploads windows of a few days, and repeats a whole window after any failure. */
class AndroidApp {
  constructor(
    private readonly account: TestAccount,
    private readonly app: Name,
  ) {}

  /** The data set of this session. */
  async session(): Promise<string> {
    const { userId, token } = this.account;
    const { soughtName, clientName, version, device } = this.app;
    const path = `/v1/users/${userId}/data_sets`;
    const found = await get(`${path}?client.name=${soughtName}&size=1`, { token });
    expect([found.status, Array.isArray(found.body)]).toEqual([200, true]);
    if (found.body.length > 0) return found.body[0].uploadId;
    const created = await post(path, {
      token,
      body: {
        time: at(0),
        timezoneOffset: 120,
        type: 'upload',
        client: { name: clientName, version },
        computerTime: '2024-05-06T02:00:00',
        dataSetType: 'continuous',
        deviceManufacturers: [device],
        deviceModel: device,
        deviceTags: ['bgm', 'cgm', 'insulin-pump'],
        deduplicator: deduplicator('dataset.delete.origin'),
        timeProcessing: 'none',
        timezone: 'Europe/Berlin',
        version,
      },
    });
    expect(created.status).toBe(201);
    return created.body.data.uploadId;
  }

  /** What these apps accept as success: JSON with a list of texts. */
  async upload(dataSetId: string, records: readonly object[]): Promise<void> {
    const { token } = this.account;
    const { status, body } = await post(`/v1/datasets/${dataSetId}/data`, { token, body: records });
    expect([status, body.data]).toEqual([200, []]);
  }

  async records(types: string): Promise<Json[]> {
    const { userId, token } = this.account;
    return (await get(`/data/${userId}?type=${types}`, { token })).body;
  }
}

const element = (minutes: number, id: string, fields: object) => ({
  deviceTime: at(minutes).slice(0, 19),
  time: at(minutes),
  timezoneOffset: 120,
  origin: { id },
  ...fields,
});
const reading = (minutes: number, mgdL: number) =>
  element(minutes, `cgm${minutes}`, { type: 'cbg', units: 'mg/dL', value: mgdL });
const given = (minutes: number, id: string, units: number) =>
  element(minutes, id, { type: 'bolus', subType: 'normal', normal: units, expectedNormal: units });
const calculated = (minutes: number, id: string, units: number) =>
  element(minutes, id, {
    ...{ type: 'wizard', units: 'mg/dL', carbInput: 40, insulinCarbRatio: 10 },
    bolus: given(minutes, id, units),
  });
const automatic = (minutes: number) =>
  element(minutes, `basal${minutes}`, {
    ...{ type: 'basal', deliveryType: 'automated', duration: 300_000, rate: 0.85, scheduleName: 'AAPS' },
    ...{ clockDriftOffset: 0, conversionOffset: 0 },
  });

describe('xDrip+', () => {
  it('uses one data set, and a window of a week that is repeated is visible once', async () => {
    const account = await newAccount(server);
    const app = new AndroidApp(account, apps.xdrip);
    const dataSetId = await app.session();
    expect(await app.session()).toBe(dataSetId);
    const week = Array.from({ length: 7 * 24 * 12 }, (_unused, index) => reading(index * 5, 100));
    const window = [...week, automatic(1), calculated(2, 'meal', 3.5), calculated(3, 'no-insulin', 0.0001)];
    for (let times = 0; times < 2; times += 1) await app.upload(dataSetId, window);
    expect(await app.records('cbg')).toHaveLength(week.length);
    expect(await app.records('basal')).toHaveLength(1);
    const [meal, without] = await app.records('wizard');
    const boluses = await app.records('bolus');
    expect(boluses.map(({ id, normal }) => [id, normal])).toEqual([
      [meal?.bolus, 3.5],
      [without?.bolus, 0.0001],
    ]);
    expect(boluses.map(({ uploadId }) => uploadId)).toEqual([meal?.uploadId, without?.uploadId]);
  });
});

describe('AndroidAPS', () => {
  it('creates a data set for each session, and the data of all of them is visible', async () => {
    const account = await newAccount(server);
    const app = new AndroidApp(account, apps.aaps);
    const sessions = [await app.session(), await app.session(), await app.session()];
    expect(new Set(sessions).size).toBe(3);
    for (const [index, dataSetId] of sessions.entries()) await app.upload(dataSetId, [reading(index, 120)]);
    expect(await app.records('cbg')).toHaveLength(3);
    const { body } = await get(`/v1/users/${account.userId}/data_sets`, { token: account.token });
    expect(body.map((each: Json) => each.dataSetType)).toEqual(sessions.map(() => 'continuous'));
    for (const [index, dataSetId] of sessions.entries())
      await app.upload(dataSetId, [reading(index + 3, 120)]);
    expect(await app.records('cbg')).toHaveLength(6);
  });

  it('keeps a bolus and the bolus of a calculation with the same millisecond and origin', async () => {
    const app = new AndroidApp(await newAccount(server), apps.aaps);
    const dataSetId = await app.session();
    const pair = [given(1, 'same', 2), calculated(1, 'same', 0.0001)];
    for (let times = 0; times < 2; times += 1) await app.upload(dataSetId, pair);
    const boluses = await app.records('bolus');
    expect(boluses.map(({ normal }) => normal).sort()).toEqual([0.0001, 2]);
    const [wizard, ...more] = await app.records('wizard');
    expect(more).toEqual([]);
    expect(boluses.find(({ id }) => id === wizard?.bolus)).toMatchObject({ normal: 0.0001 });
  });

  it('uploads pump settings with a field of its own', async () => {
    const app = new AndroidApp(await newAccount(server), apps.aaps);
    const dataSetId = await app.session();
    const hours = Array.from({ length: 24 }, (_unused, hour) => ({ start: hour * 3_600_000 }));
    const each = (fields: object) => ({ Normal: hours.map((hour) => ({ ...hour, ...fields })) });
    const settings = element(1, 'profile', {
      type: 'pumpSettings',
      activeSchedule: 'Normal',
      basalSchedules: each({ rate: 0.5 }),
      bgTargets: each({ target: 100 }),
      carbRatios: each({ amount: 10 }),
      insulinSensitivities: each({ amount: 45 }),
      units: { carb: 'grams', bg: 'mg/dL' },
      deviceId: 'Tandem:1',
      deviceSerialNumber: '1',
      clockDriftOffset: 0,
      conversionOffset: 0,
    });
    await app.upload(dataSetId, [settings]);
    const [stored] = await app.records('pumpSettings');
    expect(stored).not.toHaveProperty('deviceSerialNumber');
    expect(stored?.bgTargets.Normal).toHaveLength(24);
    expect(stored?.bgTargets.Normal[0]).toEqual({ start: 0, target: 5.55075 });
    expect(stored?.units).toEqual({ bg: 'mmol/L', carb: 'grams' });
  });
});
