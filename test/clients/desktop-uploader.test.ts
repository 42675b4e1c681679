import { newAccount, type TestAccount } from '../support/accounts';
import { api, type Json } from '../support/api';
import { deduplicator } from '../support/person';
import { serverUnderTest } from '../support/server';

const server = serverUnderTest();
const { get, post, put } = api(server);

const deviceId = 'MMT-1780:NG1234567H é';
const minutes = (count: number): string =>
  new Date(Date.parse('2024-05-01T00:00:00Z') + count * 60_000).toISOString();

/** Records of a pump between two times: readings, boluses, calculations. */
function memoryOf(from: number, to: number): Record<string, unknown>[] {
  const records: Record<string, unknown>[] = [];
  for (let minute = from; minute < to; minute += 5) {
    const shared = {
      ...{ time: minutes(minute), deviceTime: minutes(minute).slice(0, 19), deviceId },
      ...{ timezoneOffset: 0, conversionOffset: 0, clockDriftOffset: 0 },
      // For the uploader's own use; not fields of any record.
      ...{ index: minute, jaebPayload: {}, payload: { logIndices: [minute] } },
    };
    records.push({ ...shared, type: 'cbg', value: 100 + (minute % 80), units: 'mg/dL' });
    if (minute % 60 !== 0) continue;
    records.push({
      ...shared,
      type: 'basal',
      deliveryType: 'scheduled',
      scheduleName: 'A',
      rate: 0.85,
      duration: 3_600_000,
      previous: {},
    });
    const bolus = { ...shared, type: 'bolus', subType: 'normal', normal: 2.35 };
    records.push({
      ...shared,
      type: 'wizard',
      units: 'mg/dL',
      bgInput: 143,
      carbInput: 25,
      insulinCarbRatio: 10,
      bolus,
    });
  }
  return records;
}

interface ReadOut {
  uploadId: string;
  /** State that the uploader kept from its last session. */
  resumedFrom: Json;
}

/** A session of the uploader: reads what is new since its last session, with some overlap. */
async function readOut(account: TestAccount, to: number): Promise<ReadOut> {
  const { token, userId } = account;
  const base = '/dataservices/v1';

  const clock = await get(`${base}/time`, { token });
  expect(clock.status).toBe(200);
  expect(Number.isNaN(Date.parse(clock.body.data.time))).toBe(false);

  const lookUp = await get(`${base}/users/${userId}/data_sets?deviceId=${deviceId}&size=1`, { token });
  expect(lookUp.status).toBe(200);
  const resumedFrom = lookUp.body[0]?.client.private.delta;
  const from = resumedFrom ? resumedFrom.lastEndPosition - 120 : 0;

  const delta = { dataEnd: minutes(to), lastEndPosition: to, note: null };
  const body = {
    ...{ type: 'upload', computerTime: '2024-05-08T09:10:11', time: '2024-05-08T07:10:11Z' },
    ...{
      timezone: 'Europe/Berlin',
      timezoneOffset: 120,
      conversionOffset: 0,
      timeProcessing: 'utc-bootstrapping',
    },
    ...{ version: '2.64.0', deviceTags: ['insulin-pump', 'cgm'], deviceManufacturers: ['Medtronic'] },
    ...{ deviceModel: '1780', deviceSerialNumber: 'NG1234567H', deviceId },
    client: { name: 'org.tidepool.uploader', version: '2.64.0', private: { delta, os: 'linux-x64-6.1' } },
    deduplicator: deduplicator('device.deactivate.hash'),
  };
  const created = await post(`${base}/users/${userId}/datasets`, { token, body });
  expect(created.status).toBe(201);
  const { uploadId } = created.body.data;

  const records = memoryOf(from, to);
  for (let start = 0; start < records.length; start += 1_000) {
    const block = { token, body: records.slice(start, start + 1_000) };
    const answer = await post(`${base}/datasets/${uploadId}/data`, block);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual([]);
  }
  const closed = await put(`${base}/datasets/${uploadId}`, { token, body: { dataState: 'closed' } });
  expect(closed.status).toBe(200);
  expect(closed.body.data.uploadId).toBe(uploadId);
  return { uploadId, resumedFrom };
}

describe('a desktop uploader that reads out a pump', () => {
  it('continues where it stopped, and the overlap is visible once', async () => {
    const account = await newAccount(server);
    const read = async (query: string): Promise<Json[]> =>
      (await get(`/data/${account.userId}?${query}`, { token: account.token })).body;

    const first = await readOut(account, 10_080);
    expect(first.resumedFrom).toBeUndefined();
    expect(await read('type=cbg')).toHaveLength(2_016);
    expect(await read('type=basal,wizard,bolus')).toHaveLength(3 * 168);

    const second = await readOut(account, 12_960);
    expect(second.resumedFrom).toEqual({ dataEnd: minutes(10_080), lastEndPosition: 10_080, note: null });
    const readings = await read('type=cbg');
    expect(readings.map(({ time }) => time)).toEqual(
      Array.from({ length: 2_592 }, (_, index) => minutes(index * 5)),
    );
    const splitAt = minutes(10_080 - 120);
    for (const { time, uploadId } of readings) {
      expect(uploadId).toBe(time < splitAt ? first.uploadId : second.uploadId);
    }

    const boluses = new Map((await read('type=bolus')).map((bolus) => [bolus.id, bolus]));
    const calculations = await read('type=wizard');
    expect(calculations).toHaveLength(216);
    expect(boluses.size).toBe(216);
    for (const { bolus, uploadId } of calculations) expect(boluses.get(bolus)).toMatchObject({ uploadId });

    const [reading] = readings;
    for (const name of ['index', 'jaebPayload', 'previous']) expect(reading).not.toHaveProperty(name);
    const uploads = await read('type=upload');
    expect(uploads.map(({ uploadId }) => uploadId).sort()).toEqual([first.uploadId, second.uploadId].sort());
  });
});
