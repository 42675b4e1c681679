import { newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import { deduplicator, newPerson, type Person } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post } = api(server);

let person: Person;
beforeAll(async () => {
  person = await newPerson(server);
});

const hex = (digits: number) => expect.stringMatching(new RegExp(`^[0-9a-f]{${digits}}$`));
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** A unique id. */
let idsTaken = 0;
const freshId = () =>
  `${person.userId.replaceAll('-', '').slice(0, 24)}${String(++idsTaken).padStart(8, '0')}`;

describe('creating a data set', () => {
  it.each(['datasets', 'data_sets'])('returns 201 in an envelope under /%s', async (spelling) => {
    const { status, body } = await post(`/v1/users/${person.userId}/${spelling}`, {
      token: person.token,
      headers: { 'X-Tidepool-Trace-Session': 'session-of-the-client' },
      body: {},
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: hex(32),
        uploadId: body.data.id,
        type: 'upload',
        dataSetType: 'normal',
        deduplicator: { ...deduplicator('none'), version: '1.0.0' },
        time: instant,
        createdTime: instant,
        modifiedTime: body.data.createdTime,
        byUser: person.userId,
        createdUserId: person.userId,
      },
      meta: { trace: { request: expect.any(String), session: 'session-of-the-client' } },
    });
  });

  it('omits the session from the trace if the client sent none', async () => {
    const { body } = await person.create();
    expect(Object.keys(body.meta.trace)).toEqual(['request']);
  });

  it('also responds below /dataservices', async () => {
    const path = `/dataservices/v1/users/${person.userId}/datasets`;
    expect((await post(path, { token: person.token, body: {} })).status).toBe(201);
  });

  it('ignores the Content-Type', async () => {
    const path = `/v1/users/${person.userId}/data_sets`;
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { status } = await post(path, { token: person.token, headers, raw: '{"deviceModel":"M"}' });
    expect(status).toBe(201);
  });

  it('returns every field that was sent', async () => {
    const sent = {
      annotations: [{ code: 'clock-changed' }],
      client: {
        name: 'org.example.app',
        version: '1.2.3',
        private: { delta: { last: 4711, at: null, deep: [1] } },
      },
      clockDriftOffset: -86_400_000,
      computerTime: '2024-05-06T09:08:09',
      conversionOffset: -7_200_000,
      dataSetType: 'continuous',
      deduplicator: deduplicator('dataset.delete.origin'),
      deviceId: "Ärzte's Pumpe: 7 % & more",
      deviceManufacturers: ['Zeta', 'Alpha'],
      deviceModel: 'M',
      deviceSerialNumber: 'S',
      deviceTags: ['pen', 'fgm', 'insulin-pump', 'activity-monitor', 'cgm', 'bgm', 'manual'],
      deviceTime: '2024-05-06T09:08:10',
      id: freshId(),
      payload: { devices: [1, 'two'] },
      time: '2024-05-06T09:08:09.1239+02:00',
      timeProcessing: 'utc-bootstrapping',
      timezone: 'US/Pacific',
      timezoneOffset: -10_080,
      uploadId: 'upid_0123456789ab'.replace('0123456789ab', freshId().slice(-12)),
      version: 'an application 2',
    };
    const { status, body } = await person.create(sent);
    expect(status).toBe(201);
    expect(body.data).toEqual({
      ...sent,
      deviceManufacturers: ['Alpha', 'Zeta'],
      deviceTags: ['activity-monitor', 'bgm', 'cgm', 'fgm', 'insulin-pump', 'manual', 'pen'],
      deduplicator: { ...sent.deduplicator, version: '1.0.0' },
      time: '2024-05-06T07:08:09.123Z',
      type: 'upload',
      byUser: person.userId,
      createdUserId: person.userId,
      createdTime: instant,
      modifiedTime: body.data.createdTime,
    });
    const { body: again } = await get(`/v1/data_sets/${sent.uploadId}`, { token: person.token });
    expect(again).toEqual(body.data);
  });

  it('treats null as absent', async () => {
    const { body } = await person.create({
      deviceId: null,
      client: { name: 'a', version: null },
      dataSetType: null,
    });
    expect(body.data).not.toHaveProperty('deviceId');
    expect(body.data.client).toEqual({ name: 'a' });
    expect(body.data.dataSetType).toBe('normal');
  });

  it('ignores fields that only the server sets, whatever their values', async () => {
    const ignored = {
      ...{ type: 5, byUser: [], createdUserId: 'somebody', createdTime: '1999-01-01', modifiedTime: 7 },
      ...{ modifiedUserId: {}, deletedTime: '1999-01-01T00:00:00Z', deletedUserId: 'somebody' },
    };
    const { status, body } = await person.create(ignored);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ type: 'upload', byUser: person.userId, createdTime: instant });
    for (const name of ['deletedTime', 'deletedUserId', 'modifiedUserId'])
      expect(body.data).not.toHaveProperty(name);
  });

  it('drops unknown keys of nested objects and refuses them at the top', async () => {
    const dropped = await person.create({ client: { name: 'a', unknown: 1 }, deduplicator: { unknown: 1 } });
    expect(dropped.status).toBe(201);
    expect(dropped.body.data.client).toEqual({ name: 'a' });
    const named = { ...deduplicator('none'), version: 5, hash: [] };
    expect((await person.create({ deduplicator: named })).body.data.deduplicator).toEqual({
      ...deduplicator('none'),
      version: '1.0.0',
    });
    const refused = await person.create({ unknown: 1, state: 'open', 'a/b~c': 1 });
    expect(refused.status).toBe(400);
    expect(formatFindings(refused)).toEqual([
      'not-parsed /unknown',
      'not-parsed /state',
      'not-parsed /a~1b~0c',
    ]);
  });

  it.each<[string, unknown, string]>([
    ['id', 'A'.repeat(32), 'value-not-valid /id'],
    ['id', 'a'.repeat(31), 'value-not-valid /id'],
    ['id', 'g'.repeat(32), 'value-not-valid /id'],
    ['uploadId', 'g'.repeat(32), 'value-not-valid /uploadId'],
    ['uploadId', 'upid_0123', 'value-not-valid /uploadId'],
    ['dataSetType', 'other', 'value-not-allowed /dataSetType'],
    ['client', { name: '' }, 'value-empty /client/name'],
    ['client', { version: '' }, 'value-empty /client/version'],
    ['client', { private: {} }, 'value-empty /client/private'],
    ['client', { private: { a: 'x'.repeat(4090) } }, 'size-out-of-range /client/private'],
    ['client', 'app', 'type-not-object /client'],
    ['deduplicator', { name: 'none' }, 'value-not-valid /deduplicator/name'],
    ['deduplicator', { name: 'org.example.unheard-of' }, 'value-not-allowed /deduplicator/name'],
    ['deduplicator', { name: `org.${'x'.repeat(250)}` }, 'length-out-of-range /deduplicator/name'],
    ['deduplicator', { name: 5 }, 'type-not-string /deduplicator/name'],
    ['deduplicator', deduplicator('device.deactivate.hash'), 'value-not-exists /deviceId'],
    ['deduplicator', { name: 'org.tidepool.hash-deactivate-old' }, 'value-not-exists /deviceId'],
    ['deviceId', '', 'value-empty /deviceId'],
    ['deviceId', 5, 'type-not-string /deviceId'],
    ['deviceManufacturers', [], 'value-empty /deviceManufacturers'],
    ['deviceManufacturers', ['a', ''], 'value-empty /deviceManufacturers/1'],
    ['deviceManufacturers', ['a', 'a'], 'value-duplicate /deviceManufacturers/1'],
    ['deviceManufacturers', 'a', 'type-not-array /deviceManufacturers'],
    ['deviceModel', '', 'value-empty /deviceModel'],
    ['deviceSerialNumber', '', 'value-empty /deviceSerialNumber'],
    ['deviceTags', ['bgm', 'phone'], 'value-not-allowed /deviceTags/1'],
    ['deviceTags', [], 'value-empty /deviceTags'],
    ['time', '2024-05-06', 'value-not-parsable /time'],
    ['time', '2024-05-06T07:08:09', 'value-not-parsable /time'],
    ['time', '0001-01-01T00:00:00Z', 'value-empty /time'],
    ['time', 1_700_000_000, 'type-not-time /time'],
    ['timezone', 'us/pacific', 'value-not-valid /timezone'],
    ['timezone', '', 'value-empty /timezone'],
    ['timezoneOffset', 10_081, 'value-out-of-range /timezoneOffset'],
    ['timezoneOffset', 1.5, 'type-not-int /timezoneOffset'],
    ['timezoneOffset', '60', 'type-not-int /timezoneOffset'],
    ['timeProcessing', 'guessed', 'value-not-allowed /timeProcessing'],
    ['computerTime', '2024-05-06T07:08:09Z', 'value-not-valid /computerTime'],
    ['deviceTime', '2024-02-30T07:08:09', 'value-not-valid /deviceTime'],
    ['clockDriftOffset', 86_400_001, 'value-out-of-range /clockDriftOffset'],
    ['conversionOffset', 0.5, 'type-not-int /conversionOffset'],
    ['version', '1.23', 'length-out-of-range /version'],
    ['annotations', [], 'value-empty /annotations'],
    ['annotations', [{}], 'value-empty /annotations/0'],
    ['payload', {}, 'value-empty /payload'],
    ['payload', { a: null }, 'value-empty /payload'],
  ])('refuses %s = %j', async (name, value, finding) => {
    const before = await person.dataSets('size=1000');
    const refused = await person.create({ dataSetType: 'continuous', [name]: value });
    expect(refused.status).toBe(400);
    expect(formatFindings(refused)).toEqual([finding]);
    expect(await person.dataSets('size=1000')).toEqual(before);
  });

  it('lists every finding: first about types, then about values', async () => {
    const wrongValues = { deviceId: '', version: '1' };
    const first = await person.create({ ...wrongValues, deviceModel: 1, unknown: 1, time: 'now' });
    expect(formatFindings(first).sort()).toEqual([
      'not-parsed /unknown',
      'type-not-string /deviceModel',
      'value-not-parsable /time',
    ]);
    expect(formatFindings(await person.create(wrongValues)).sort()).toEqual([
      'length-out-of-range /version',
      'value-empty /deviceId',
    ]);
  });

  it('returns errors in one format, with the trace and without a top-level status or reason', async () => {
    const { body } = await person.create({ deviceId: '' });
    expect(body).toEqual({
      code: 400,
      message: expect.any(String),
      errors: [
        {
          code: 'value-empty',
          title: expect.any(String),
          detail: expect.stringMatching(/.+/),
          source: { pointer: '/deviceId' },
        },
      ],
      meta: { trace: { request: expect.any(String) } },
    });
  });

  it.each(['', '[]', 'null', '"text"', '5', '{', '{} {}', '{"a":1,}', '\u0000', '[[[['])(
    'refuses the body %j',
    async (raw) => {
      const { status, body } = await post(`/v1/users/${person.userId}/data_sets`, {
        token: person.token,
        raw,
      });
      expect(status).toBe(400);
      expect(body.errors).toHaveLength(1);
      expect(body.errors[0]).not.toHaveProperty('source');
    },
  );

  it('accepts an id with any letters in addition to a path id, with which it can be closed', async () => {
    const [id, uploadId] = [`z${freshId().slice(1)}`, freshId()];
    const { status, body } = await person.create({ id, uploadId });
    expect([status, body.data.id, body.data.uploadId]).toEqual([201, id, uploadId]);
    expect((await person.close(uploadId)).status).toBe(200);
  });

  it('refuses bodies above 1 MiB with 413', async () => {
    const { status, body } = await person.create({ payload: { a: 'x'.repeat(1_048_576) } });
    expect(status).toBe(413);
    expect(body.errors[0].code).toBe('resource-too-large');
  });

  it.each(['id', 'uploadId'])('returns 409 for a %s in use, whoever uses it', async (name) => {
    const [other, id] = [await newPerson(server), freshId()];
    expect((await person.create({ [name]: id })).status).toBe(201);
    const { status, body } = await other.create({ [name]: id });
    expect(status).toBe(409);
    expect(body.code).toBe(409);
    expect(body.errors).toHaveLength(1);
  });

  it('accepts only one of two concurrent requests with the same id', async () => {
    const id = freshId();
    const answers = await Promise.all(Array.from({ length: 5 }, () => person.create({ id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it('checks the token, then the permission', async () => {
    const path = `/v1/users/${person.userId}/data_sets`;
    const stranger = await newPerson(server);
    expect((await post(path, { raw: '{' })).status).toBe(401);
    expect((await post(path, { token: 'no-token', body: {} })).status).toBe(401);
    const refused = await post(path, { token: stranger.token, raw: '{' });
    expect(refused.status).toBe(403);
    expect(refused.body.errors[0].code).toBe('unauthorized');
    expect((await post('/v1/users/no-such-user/data_sets', { token: stranger.token, body: {} })).status).toBe(
      403,
    );
  });

  it('allows a trusted server to create for an existing account, without a creator', async () => {
    const token = await newServerToken(server);
    const { status, body } = await post(`/v1/users/${person.userId}/data_sets`, { token, body: {} });
    expect(status).toBe(201);
    expect(body.data).not.toHaveProperty('byUser');
    expect(body.data).not.toHaveProperty('createdUserId');
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect((await post(`/v1/users/${nobody}/data_sets`, { token, body: {} })).status).toBe(404);
  });
});
