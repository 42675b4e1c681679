import { gunzipSync } from 'node:zlib';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { newServerToken } from '../../../support/accounts';
import { api, tokenHeader } from '../../../support/api';
import { deduplicator, newPerson, type Person } from '../../../support/person';
import { at, bolus, cbg, food, smbg, wizard } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get } = api(server);

const timesOf = (records: { time: string }[]): string[] => records.map(({ time }) => time);

describe('reading records', () => {
  it('returns [] if there are none', async () => {
    const person = await newPerson(server);
    const { status, headers, body, text } = await person.read();
    expect([status, text]).toEqual([200, '[]']);
    expect(body).toEqual([]);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect((await person.read('latest=true')).text).toBe('[]');
  });

  it('is sorted by time and then by id', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous({ time: at(2.5) });
    const id = (letter: string) => letter.repeat(32);
    await person.uploaded(dataSetId, [
      cbg({ time: at(3), id: id('b') }),
      bolus({ time: at(1), id: id('z') }),
      food({ time: at(3), id: id('a') }),
      smbg({ time: at(2), id: id('9') }),
      cbg({ time: '1999-12-31T23:59:59.999Z', id: id('y') }),
      cbg({ time: '2024-05-06T00:03:00.001Z', id: id('0') }),
    ]);
    const records = await person.records();
    expect(records.map(({ id: each, type }) => (type === 'upload' ? type : each[0]))).toEqual([
      ...['y', 'z', '9', 'upload', 'a', 'b', '0'],
    ]);
  });

  it('includes data sets at their time, even with records at the same instant', async () => {
    const person = await newPerson(server);
    const id = (letter: string) => letter + person.userId.replaceAll('-', '').slice(1);
    for (const [letter, minutes] of [
      ['5', 1],
      ['b', 1],
      ['c', 0],
      ['d', 9],
    ] as const) {
      await person.openedContinuous({ id: id(letter), time: at(minutes) });
    }
    const dataSetId = id('d');
    await person.uploaded(dataSetId, [cbg({ time: at(1), id: id('7') }), cbg({ time: at(2), id: id('1') })]);
    expect((await person.records()).map((record) => record.id[0])).toEqual(['c', '5', '7', 'b', '1', 'd']);
  });

  it('writes times in UTC with milliseconds, truncated rather than rounded', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous();
    const sent = [
      '2024-05-06T07:08:09Z',
      '2024-05-06T07:08:10.5Z',
      '2024-05-06T09:08:11.9999999+02:00',
      '2024-05-06T01:38:12.001234-05:30',
      '0001-01-01T00:00:01Z',
      '9999-12-31T23:59:59.999Z',
    ];
    await person.uploaded(
      dataSetId,
      sent.map((time) => cbg({ time })),
    );
    expect(timesOf(await person.records('type=cbg'))).toEqual([
      '0001-01-01T00:00:01.000Z',
      '2024-05-06T07:08:09.000Z',
      '2024-05-06T07:08:10.500Z',
      '2024-05-06T07:08:11.999Z',
      '2024-05-06T07:08:12.001Z',
      '9999-12-31T23:59:59.999Z',
    ]);
  });

  it('returns glucose in mmol/L with five decimals, and mmol/L values unchanged', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous();
    const sent: [string, number, number][] = [
      ['mg/dL', 100, 5.55075],
      ['mg/dl', 54, 2.9974],
      ['mg/dL', 70, 3.88552],
      ['mg/dL', 1000, 55.50748],
      ['mg/dL', 0, 0],
      ['mg/dL', 123.456, 6.85273],
      ['mmol/L', 5.123456789, 5.123456789],
      ['mmol/l', 55, 55],
    ];
    await person.uploaded(
      dataSetId,
      sent.map(([units, value], index) => cbg({ time: at(index), units, value })),
    );
    const records = await person.records('type=cbg');
    expect(records.map(({ value }) => value)).toEqual(sent.map(([, , value]) => value));
    expect(new Set(records.map(({ units }) => units))).toEqual(new Set(['mmol/L']));
  });

  it('writes whole numbers without a fraction, and small ones so that they parse back', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous();
    const path = `/v1/data_sets/${dataSetId}/data`;
    const raw =
      '[{"type":"bolus","subType":"normal","time":"2024-05-06T07:08:09Z","normal":2.0,"timezoneOffset":6e1}]';
    await api(server).post(path, { token: person.token, raw });
    const { text } = await person.read('type=bolus');
    expect(text).toMatch(/"normal":2[,}]/);
    expect(text).toMatch(/"timezoneOffset":60[,}]/);
  });

  it('omits internal fields', async () => {
    const person = await newPerson(server);
    const body = { dataSetType: 'continuous', deduplicator: deduplicator('dataset.drop.hash') };
    const dataSetId = await person.opened(body);
    await person.uploaded(dataSetId, [wizard({ id: 'a'.repeat(32) })]);
    const [record] = await person.records('type=wizard');
    expect(record).toEqual({
      ...{ type: 'wizard', id: 'a'.repeat(32), time: at(0), units: 'mmol/L', carbInput: 30 },
      ...{ uploadId: dataSetId, deduplicator: { hash: expect.stringMatching(/^[\w+/]{43}=$/) } },
    });
    const [upload] = await person.records('type=upload');
    expect(upload).toEqual({
      ...{ type: 'upload', id: dataSetId, uploadId: dataSetId, time: expect.stringMatching(/\.\d{3}Z$/) },
      ...{ dataSetType: 'continuous', deduplicator: { ...body.deduplicator, version: '1.0.0' } },
      ...{ byUser: person.userId, createdUserId: person.userId },
    });
    expect((await person.read()).text).not.toContain('null');
  });

  it('is compressed if the client accepts it', async () => {
    const person = await newPerson(server);
    const records = Array.from({ length: 500 }, (_, index) => cbg({ time: at(index) }));
    await person.uploaded(await person.openedContinuous(), records);
    const headers = { [tokenHeader]: person.token, 'Accept-Encoding': 'gzip' };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      httpGet(`${server.url}/data/${person.userId}`, { headers }, resolve).on('error', reject);
    });
    const bytes: Buffer[] = [];
    for await (const chunk of answer) bytes.push(chunk as Buffer);
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(Buffer.concat(bytes)).toString())).toEqual(await person.records());
  });

  it('is for the owner and trusted servers', async () => {
    const [person, stranger] = [await newPerson(server), await newPerson(server)];
    const path = `/data/${person.userId}`;
    const anonymous = await get(`${path}?startDate=never`);
    expect(anonymous.status).toBe(401);
    expect(anonymous.body).toMatchObject({ code: 401, errors: [{ code: 'unauthenticated' }] });
    expect((await get(path, { token: 'no-token' })).status).toBe(401);
    const refused = await get(`${path}?startDate=never`, { token: stranger.token });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 403, errors: [{ code: 'unauthorized' }] });
    expect((await get('/data/nobody', { token: stranger.token })).status).toBe(403);
    const token = await newServerToken(server);
    await person.uploaded(await person.openedContinuous(), [cbg()]);
    expect((await get(path, { token })).body).toEqual(await person.records());
    for (const nobody of ['nobody', 'n%C3%B6body', "'", '00000000-0000-4000-8000-000000000000']) {
      expect((await get(`/data/${nobody}`, { token })).body).toEqual([]);
    }
  });
});

describe('a long response', () => {
  let person: Person;
  const count = 12_345;
  /** One to four bytes in UTF-8, and a separator of lines that JSON allows. */
  const spellings = ['plain', 'größer', '血糖 値', '💉🩸 👩‍⚕️', 'a\u2028b', 'x'.repeat(3_000)];
  const spelledAs = (number: number) => spellings[number % spellings.length];

  /** The newest first; every third record has the same time as the previous one. */
  function recordsFrom(start: number) {
    const length = Math.min(2_000, count - start);
    return Array.from({ length }, (_, index) => {
      const number = start + length - 1 - index;
      return cbg({
        time: at(number - (number % 3 === 1 ? 1 : 0)),
        payload: { number, text: spelledAs(number) },
      });
    });
  }

  beforeAll(async () => {
    person = await newPerson(server);
    const dataSets = [
      await person.openedContinuous({ time: at(10) }),
      await person.openedContinuous({ time: at(9_000.5) }),
    ];
    for (let start = 0; start < count; start += 2_000)
      await person.uploaded(dataSets[start % 4_000 === 0 ? 0 : 1]!, recordsFrom(start));
  });

  it('is complete, in order, and without duplicates', async () => {
    const records = await person.records();
    expect(records).toHaveLength(count + 2);
    const keys = records.map(({ time, id }) => `${time} ${id}`);
    expect(keys).toEqual([...keys].sort());
    expect(new Set(records.map(({ id }) => id)).size).toBe(count + 2);
    const numbers = records.flatMap(({ payload }) => (payload ? [payload.number] : []));
    expect(new Set(numbers).size).toBe(count);
    expect(records.filter(({ type }) => type === 'upload')).toHaveLength(2);
  });

  it('has each text as it was sent, whatever its script', async () => {
    const payloads = (await person.records('type=cbg')).flatMap(({ payload }) => payload ?? []);
    expect(payloads).toHaveLength(count);
    expect(payloads).toEqual(payloads.map(({ number }) => ({ number, text: spelledAs(Number(number)) })));
  });

  it('is so with filters too', async () => {
    const readings = await person.records('type=cbg');
    expect(readings).toHaveLength(count);
    const keys = readings.map(({ time, id }) => `${time} ${id}`);
    expect(keys).toEqual([...keys].sort());
    expect(await person.records('type=cbg,bolus')).toEqual(readings);
    const { uploadId } = readings[0]!;
    const ofDataSet = readings.filter((reading) => reading.uploadId === uploadId);
    expect(await person.records(`type=cbg&uploadId=${uploadId}`)).toEqual(ofDataSet);
    const [from, to] = [at(1_000), at(8_000)];
    const within = readings.filter(({ time }) => time >= from && time <= to);
    expect(await person.records(`type=cbg&startDate=${from}&endDate=${to}`)).toEqual(within);
  });
});

it('long records and many data sets do not change what a response has, nor its order', async () => {
  const person = await newPerson(server);
  const dataSetId = await person.openedContinuous({ time: at(0) });
  const payload = { text: 'größer '.repeat(440) };
  // Some are so long that they are read one by one, among them two in a row, the first, and the last.
  const isVeryLong = (minute: number) => minute % 77 < 2 || minute === 699;
  const notes = Array.from({ length: 20 }, (_, note) => `${note}: ${'größer '.repeat(140)}`);
  const long = Array.from({ length: 700 }, (_, minute) =>
    cbg({ time: at(minute), payload, ...(isVeryLong(minute) && { notes }) }),
  );
  await person.uploaded(dataSetId, long);
  const readings = await person.records('type=cbg');
  expect(readings.map(({ time }) => time)).toEqual(long.map(({ time }) => time));
  expect(readings.map((reading) => reading.payload)).toEqual(long.map(() => payload));
  expect(readings.map((reading) => reading.notes)).toEqual(long.map((sent) => sent.notes));
  expect(await person.records('type=cbg,bolus')).toEqual(readings);

  for (let number = 0; number < 5; number += 1) await person.openedContinuous({ time: at(number * 7 + 0.5) });
  const withSome = await person.records();
  for (let number = 0; number < 100; number += 1) await person.openedContinuous({ time: at(1_000 + number) });
  const all = await person.records();
  expect(all).toHaveLength(806);
  expect(all.slice(0, withSome.length)).toEqual(withSome);
  const keys = all.map(({ time, id }) => `${time} ${id}`);
  expect(keys).toEqual([...keys].sort());
});
