import { newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import { newPerson, type Person } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get } = api(server);

const ids = (dataSets: Json[]): string[] => dataSets.map(({ uploadId }: Json) => uploadId);

describe('listing data sets', () => {
  let person: Person;
  const list = (query: string, spelling = 'data_sets') =>
    get(`/v1/users/${person.userId}/${spelling}?${query}`, { token: person.token });

  beforeAll(async () => {
    person = await newPerson(server);
  });

  it('returns an array under /data_sets and an envelope under /datasets', async () => {
    const uploadId = await person.openedContinuous();
    const bare = await list('');
    expect(bare.status).toBe(200);
    expect(ids(bare.body)).toContain(uploadId);
    const wrapped = await list('', 'datasets');
    expect(wrapped.status).toBe(200);
    expect(wrapped.body).toEqual({
      data: bare.body,
      meta: { trace: { request: wrapped.headers.get('x-tidepool-trace-request') } },
    });
  });

  it('also responds below /dataservices', async () => {
    const path = `/dataservices/v1/users/${person.userId}/data_sets`;
    expect((await get(path, { token: person.token })).status).toBe(200);
  });

  it('returns [] for accounts without any', async () => {
    const newcomer = await newPerson(server);
    expect(await newcomer.dataSets()).toEqual([]);
  });

  it('shows a continuous data set at once and a normal one once it is closed, newest first', async () => {
    const owner = await newPerson(server);
    const normal = await owner.opened();
    const continuous = await owner.openedContinuous();
    expect(ids(await owner.dataSets())).toEqual([continuous]);
    await owner.closed(normal);
    const created = new Map(
      (await owner.dataSets()).map(({ uploadId, createdTime }) => [uploadId, createdTime]),
    );
    const newestFirst = [normal, continuous].sort((one, other) =>
      `${created.get(other)}${other}`.localeCompare(`${created.get(one)}${one}`),
    );
    expect(ids(await owner.dataSets())).toEqual(newestFirst);
  });

  it('pages through all of them, by creation and then by id, newest first', async () => {
    const owner = await newPerson(server);
    await Promise.all(Array.from({ length: 12 }, () => owner.openedContinuous()));
    const all = await owner.dataSets();
    expect(all).toHaveLength(12);
    const key = ({ createdTime, id }: Json) => `${createdTime} ${id}`;
    expect(all.map(key)).toEqual(all.map(key).sort().reverse());
    const pages = await Promise.all([0, 1, 2, 3].map((page) => owner.dataSets(`page=${page}&size=5`)));
    expect(pages.map(({ length }) => length)).toEqual([5, 5, 2, 0]);
    expect(pages.flat()).toEqual(all);
  });

  it('returns 100 by default', async () => {
    const owner = await newPerson(server);
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(Array.from({ length: 26 }, () => owner.openedContinuous()));
    }
    expect(await owner.dataSets()).toHaveLength(100);
    expect(await owner.dataSets('page=1')).toHaveLength(4);
    expect(await owner.dataSets('size=1000')).toHaveLength(104);
  });

  it.each([
    "Ärzte's Pumpe: 7 & more",
    'two  blanks',
    'plus+sign',
    '100%',
    'a=b;c,d',
    '泵-😀',
    'InsOmn-130130814',
  ])('finds the data sets of the device %j', async (deviceId) => {
    const [one, other] = [
      await person.openedContinuous({ deviceId }),
      await person.openedContinuous({ deviceId }),
    ];
    await person.openedContinuous({ deviceId: `${deviceId}2` });
    const found = await person.dataSets(`deviceId=${encodeURIComponent(deviceId)}`);
    expect(ids(found).sort()).toEqual([one, other].sort());
    const [newest] = await person.dataSets(`size=1&deviceId=${encodeURIComponent(deviceId)}`);
    expect(newest).toEqual(found[0]);
  });

  it('finds a device whose id was not escaped', async () => {
    const deviceId = "Ärzte's  Pumpe: 8";
    const uploadId = await person.openedContinuous({ deviceId });
    expect(ids((await list(`deviceId=${deviceId}&size=1`)).body)).toEqual([uploadId]);
  });

  it('distinguishes devices by case and accents', async () => {
    await person.openedContinuous({ deviceId: 'Pump É' });
    expect(await person.dataSets(`deviceId=${encodeURIComponent('pump É')}`)).toEqual([]);
    expect(await person.dataSets(`deviceId=${encodeURIComponent('Pump E')}`)).toEqual([]);
  });

  it('finds the data sets of one application by its exact name', async () => {
    const uploadId = await person.openedContinuous({ client: { name: 'org.example.Loop' } });
    expect(ids(await person.dataSets('client.name=org.example.Loop'))).toEqual([uploadId]);
    expect(await person.dataSets('client.name=org.example.loop')).toEqual([]);
    expect(await person.dataSets('client.name=org.example')).toEqual([]);
    expect(await person.dataSets('client.name=org.example.Loop&deviceId=another')).toEqual([]);
  });

  it('accepts every spelling of a boolean for `deleted`', async () => {
    for (const value of ['1', 't', 'T', 'TRUE', 'true', 'True', '0', 'f', 'F', 'FALSE', 'false', 'False']) {
      expect((await list(`deleted=${value}`)).status).toBe(200);
    }
  });

  it('returns [] for any page after the last', async () => {
    for (const query of ['page=1000', 'page=999999999999999&size=1000']) {
      expect(await person.dataSets(query)).toEqual([]);
    }
  });

  it.each([
    ['deleted=', 'type-not-bool deleted'],
    ['deleted=yes', 'type-not-bool deleted'],
    ['deleted=tRUE', 'type-not-bool deleted'],
    ['page=-1', 'value-out-of-range page'],
    ['page=', 'type-not-int page'],
    ['page=1.5', 'type-not-int page'],
    ['page=0x1', 'type-not-int page'],
    ['size=0', 'value-out-of-range size'],
    ['size=1001', 'value-out-of-range size'],
    ['size=many', 'type-not-int size'],
    ['size=', 'type-not-int size'],
    ['size=10&size=10', 'not-parsed size'],
    ['unknown=1', 'not-parsed unknown'],
    ['deviceId=a&deviceId=a', 'not-parsed deviceId'],
    ['deviceId=', 'value-empty deviceId'],
    ['client.name=', 'value-empty client.name'],
  ])('refuses ?%s', async (query, finding) => {
    const refused = await list(query);
    expect(refused.status).toBe(400);
    expect(formatFindings(refused)).toEqual([finding]);
  });

  it.each(['deviceId=a', 'client.name=a'])('refuses ?%s under /datasets', async (query) => {
    expect((await list(query, 'datasets')).status).toBe(400);
  });

  it.each(['datasets', 'data_sets'])('lets only the owner and trusted servers see /%s', async (spelling) => {
    const path = `/v1/users/${person.userId}/${spelling}`;
    const stranger = await newPerson(server);
    const serverToken = await newServerToken(server);
    expect((await get(`${path}?size=0`)).status).toBe(401);
    expect((await get(path, { token: '' })).status).toBe(401);
    expect((await get(`${path}?size=0`, { token: stranger.token })).status).toBe(403);
    expect((await get(`/v1/users/nobody/${spelling}`, { token: stranger.token })).status).toBe(403);
    expect((await get(path, { token: serverToken })).status).toBe(200);
    expect((await get(`/v1/users/n%C3%B6body/${spelling}`, { token: serverToken })).status).toBe(200);
  });
});

it('is empty for trusted servers if the account is unknown', async () => {
  const token = await newServerToken(server);
  for (const list of ['/v1/users/nobody/data_sets', '/v1/users/nobody/data_sources', '/data/nobody']) {
    const { status, body } = await get(list, { token });
    expect([list, status, body]).toEqual([list, 200, []]);
  }
});

describe('reading one data set', () => {
  it('shows it before and after it is closed', async () => {
    const person = await newPerson(server);
    const { body } = await person.create({ deviceId: 'd', client: { private: { keep: [null, 'this'] } } });
    const { uploadId } = body.data;
    const path = `/v1/data_sets/${uploadId}`;
    expect((await get(path, { token: person.token })).body).toEqual(body.data);
    await person.closed(uploadId);
    const { status, body: closed } = await get(path, { token: person.token });
    expect(status).toBe(200);
    expect(closed).toEqual({ ...body.data, modifiedTime: closed.modifiedTime });
    const wrapped = await get(`/v1/datasets/${uploadId}`, { token: person.token });
    expect(wrapped.body.data).toEqual(closed);
  });

  it('returns 401 without a token, 404 if it does not exist, 403 to strangers', async () => {
    const [person, stranger] = [await newPerson(server), await newPerson(server)];
    const path = `/v1/data_sets/${await person.opened()}`;
    expect((await get(path)).status).toBe(401);
    expect((await get(`/v1/data_sets/${'0'.repeat(32)}`)).status).toBe(401);
    expect((await get(path, { token: stranger.token })).status).toBe(403);
    for (const id of ['0'.repeat(32), 'no-id', '%C3%A4', '%00', "'", '0'.repeat(300)]) {
      const missing = await get(`/v1/data_sets/${id}`, { token: stranger.token });
      expect(missing.status).toBe(404);
      expect(missing.body.errors[0].code).toBe('data-set-id-not-found');
    }
    expect((await get(path, { token: await newServerToken(server) })).status).toBe(200);
  });
});
