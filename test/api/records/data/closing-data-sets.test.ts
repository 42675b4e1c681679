import { newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import { newPerson, type Person } from '../../../support/person';
import { cbg } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, put } = api(server);

let person: Person;
beforeAll(async () => {
  person = await newPerson(server);
});

describe('closing a normal data set', () => {
  it.each([
    ['no body', undefined],
    ['what uploaders send', '{"dataState":"closed"}'],
    ['an empty object', '{}'],
    ['null', 'null'],
    ['an array', '[1]'],
    ['invalid JSON', '{"dataState":'],
    ['bytes', '\u0000\u0001'],
    ['fields that are wrong', '{"deviceId":5,"state":"open","unknown":1}'],
  ])('accepts %s as a body', async (_what, raw) => {
    const { body: created } = await person.create({ deviceModel: 'before' });
    const { uploadId } = created.data;
    const { status, body } = await put(`/v1/data_sets/${uploadId}`, { token: person.token, raw });
    expect(status).toBe(200);
    expect(body).toEqual({
      data: { ...created.data, modifiedTime: expect.any(String) },
      meta: { trace: { request: expect.any(String) } },
    });
    expect(body.data.modifiedTime >= created.data.modifiedTime).toBe(true);
    expect((await person.upload(uploadId, [])).status).toBe(409);
  });

  it.each(['/v1/datasets/', '/v1/data_sets/', '/dataservices/v1/datasets/', '/dataservices/v1/data_sets/'])(
    'responds at %s',
    async (path) => {
      const { status } = await put(path + (await person.opened()), { token: person.token });
      expect(status).toBe(200);
    },
  );

  it('makes its records visible', async () => {
    const owner = await newPerson(server);
    const uploadId = await owner.opened();
    await owner.uploaded(uploadId, [cbg()]);
    expect(await owner.records()).toEqual([]);
    await owner.closed(uploadId);
    expect((await owner.records('type=cbg')).map(({ uploadId: id }) => id)).toEqual([uploadId]);
    expect((await owner.records()).map(({ type }) => type).sort()).toEqual(['cbg', 'upload']);
  });

  it('is possible once', async () => {
    const uploadId = await person.opened();
    await person.closed(uploadId);
    const again = await person.close(uploadId);
    expect(again.status).toBe(409);
    expect(again.body.code).toBe(409);
    expect(formatFindings(again)).toEqual(['data-set-closed about the whole']);
  });

  it('checks the token, the data set, the permission, and the state, in this order', async () => {
    const stranger = await newPerson(server);
    const uploadId = await person.opened();
    await person.closed(uploadId);
    expect((await put(`/v1/data_sets/${uploadId}`)).status).toBe(401);
    expect((await put('/v1/data_sets/unknown')).status).toBe(401);
    expect((await put('/v1/data_sets/unknown', { token: stranger.token })).status).toBe(404);
    expect((await put(`/v1/data_sets/${uploadId}`, { token: stranger.token })).status).toBe(403);
    expect((await put(`/v1/data_sets/${uploadId}`, { token: person.token })).status).toBe(409);
  });

  it('is open to trusted servers', async () => {
    const path = `/v1/datasets/${await person.opened()}`;
    expect((await put(path, { token: await newServerToken(server) })).status).toBe(200);
  });
});

describe('changing a continuous data set', () => {
  let token: string;
  beforeAll(async () => {
    token = await newServerToken(server);
  });

  const change = (uploadId: string, body: unknown) => put(`/v1/data_sets/${uploadId}`, { token, body });

  it('is refused to people, including its owner', async () => {
    const uploadId = await person.openedContinuous();
    for (const raw of [undefined, '{"dataState":"closed"}', '{}']) {
      const refused = await put(`/v1/data_sets/${uploadId}`, { token: person.token, raw });
      expect(refused.status).toBe(403);
      expect(formatFindings(refused)).toEqual(['unauthorized about the whole']);
    }
    expect((await person.upload(uploadId, [cbg()])).status).toBe(200);
  });

  it('changes the given values and keeps the rest', async () => {
    const { body: created } = await person.create({
      dataSetType: 'continuous',
      client: { name: 'app' },
      deviceId: 'before',
      deviceModel: 'kept',
      time: '2024-05-06T07:08:09Z',
    });
    const { uploadId } = created.data;
    const changes = {
      deviceId: 'after',
      deviceSerialNumber: 'S7',
      time: '2024-05-07T08:09:10.5+01:00',
      timezone: 'Europe/Berlin',
      timezoneOffset: -720,
    };
    const { status, body } = await change(uploadId, changes);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...created.data,
      ...changes,
      time: '2024-05-07T07:09:10.500Z',
      modifiedTime: body.data.modifiedTime,
    });
    expect((await get(`/v1/data_sets/${uploadId}`, { token })).body).toEqual(body.data);
    expect((await person.dataSets('deviceId=after')).map(({ id }) => id)).toEqual([created.data.id]);
    expect(await person.dataSets('deviceId=before')).toEqual([]);
    expect((await person.records('type=upload&deviceId=after'))[0]).toMatchObject({
      timezone: 'Europe/Berlin',
    });
  });

  it('accepts {} and records the time of the change', async () => {
    const { body: created } = await person.create({ dataSetType: 'continuous' });
    const { status, body } = await change(created.data.uploadId, {});
    expect(status).toBe(200);
    expect({ ...body.data, modifiedTime: created.data.modifiedTime }).toEqual(created.data);
  });

  it.each<[object, string]>([
    [{ deviceId: '' }, 'value-empty /deviceId'],
    [{ deviceSerialNumber: 'S' }, 'length-out-of-range /deviceSerialNumber'],
    [{ state: 'active' }, 'value-not-allowed /state'],
    [{ time: 'yesterday' }, 'value-not-parsable /time'],
    [{ time: '0001-01-01T00:00:00Z' }, 'value-empty /time'],
    [{ timezone: 'Berlin' }, 'value-not-valid /timezone'],
    [{ timezoneOffset: 841 }, 'value-out-of-range /timezoneOffset'],
    [{ timezoneOffset: -721 }, 'value-out-of-range /timezoneOffset'],
    [{ client: { name: 'other' } }, 'not-parsed /client'],
    [{ dataState: 'closed' }, 'not-parsed /dataState'],
  ])('refuses %j', async (changes, finding) => {
    const uploadId = await person.openedContinuous();
    const refused = await change(uploadId, changes);
    expect(refused.status).toBe(400);
    expect(formatFindings(refused)).toEqual([finding]);
  });

  it.each(['', '[]', '{', '"x"'])('refuses the body %j', async (raw) => {
    const uploadId = await person.openedContinuous();
    expect((await put(`/v1/data_sets/${uploadId}`, { token, raw })).status).toBe(400);
  });

  it('closes it permanently, and its records stay', async () => {
    const owner = await newPerson(server);
    const uploadId = await owner.openedContinuous();
    await owner.uploaded(uploadId, [cbg()]);
    expect((await change(uploadId, { state: 'closed' })).status).toBe(200);
    expect(await owner.records('type=cbg')).toHaveLength(1);
    expect((await owner.upload(uploadId, [cbg()])).status).toBe(409);
    expect((await change(uploadId, { state: 'open' })).status).toBe(409);
    expect((await owner.close(uploadId)).status).toBe(409);
  });
});
