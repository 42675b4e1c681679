import { newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { exportedRecords } from '../../../support/exported-records';
import { newPerson, type Person } from '../../../support/person';
import { at } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';
import { typedRecord } from '../../../support/typed-records';

const server = serverUnderTest();
const { graph } = api(server);

let person: Person;
let trusted: string;
beforeAll(async () => {
  [person, trusted] = [await newPerson(server), await newServerToken(server)];
});

/** What a mutation answers: its result, and the code and message of its first error. */
async function send(name: string, input: object, selection: string, token = person.token): Promise<Json> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { ${selection} } }`;
  const { body } = await graph(query, { token, variables: { input } });
  const [error] = body.errors ?? [];
  return { result: body.data?.[name], code: error?.extensions.code, message: error?.message };
}

/** Records of a person as REST returns them, without what differs between uploads. */
async function stored(of: Person): Promise<Json[]> {
  const volatile = new Set(['id', 'uploadId', 'createdTime', 'modifiedTime', 'guid', '_groupId']);
  const records = await of.records();
  return records
    .filter(({ type }) => type !== 'upload')
    .map((record) =>
      JSON.parse(JSON.stringify(record, (key, value) => (volatile.has(key) ? undefined : value))),
    );
}

describe('typed records', () => {
  it('are stored as those of the REST route are, of every type', async () => {
    const [typed, sent] = [await newPerson(server), await newPerson(server)];
    const records = exportedRecords.map((each) => each.sent);
    await sent.uploaded(await sent.openedContinuous(), records);
    const input = { dataSetId: await typed.openedContinuous(), data: records.map(typedRecord) };
    const { result, message } = await send('uploadData', input, 'stored', typed.token);
    expect(message).toBeUndefined();
    expect(result.stored).toBeGreaterThanOrEqual(records.length);
    const [one, other] = [await stored(typed), await stored(sent)];
    expect(one.length).toBeGreaterThanOrEqual(records.length);
    const withoutLinks = (found: Json[]) =>
      found.map(({ bolus, status, ...record }) => ({ ...record, links: [typeof bolus, typeof status] }));
    expect(withoutLinks(one)).toEqual(withoutLinks(other));
  });

  it('are checked like those of the REST route', async () => {
    const dataSetId = await person.openedContinuous();
    const data = [{ continuousGlucose: { time: at(0), value: 2_000, units: 'MG_DL' } }];
    const { code, message } = await send('uploadData', { dataSetId, data }, 'stored');
    expect(code).toBe('BAD_USER_INPUT');
    expect(message).toContain('value');
    expect(await person.records(`uploadId=${dataSetId}&type=cbg`)).toEqual([]);
  });

  it.each([
    ['none', {}],
    ['two', { food: { time: at(0) }, water: { time: at(0), amount: { value: 1, units: 'LITERS' } } }],
    ['null', { food: null }],
  ])('have exactly one type: %s', async (_what, record) => {
    const dataSetId = await person.openedContinuous();
    const { code, result } = await send('uploadData', { dataSetId, data: [record] }, 'stored');
    expect(code).toBe('BAD_USER_INPUT');
    expect(result).toBeFalsy();
  });

  it('refuse two schedules of the same name, and a link with a record', async () => {
    const dataSetId = await person.openedContinuous();
    const schedule = { name: 'A', segments: [{ start: 0, rate: 1 }] };
    const settings = { time: at(0), activeSchedule: 'A', basalSchedules: [schedule, schedule] };
    const twice = await send('uploadData', { dataSetId, data: [{ pumpSettings: settings }] }, 'stored');
    expect(twice).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'There are two entries with the name "A".',
    });
    const bolus = { normalBolus: { time: at(1), normal: 1 } };
    const calculation = { time: at(1), units: 'MMOL_L', bolusId: 'a'.repeat(32), bolus };
    const linked = await send(
      'uploadData',
      { dataSetId, data: [{ bolusCalculation: calculation }] },
      'stored',
    );
    expect(linked.message).toBe('"bolusId" and "bolus" are the same: send only one.');
  });

  it('are an alternative to the other form, not an addition', async () => {
    const dataSetId = await person.openedContinuous();
    const both = await send('uploadData', { dataSetId, data: [], records: [] }, 'stored');
    expect(both).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: '"data" and "records" are the same in two forms: send only one.',
    });
    const none = await send('uploadData', { dataSetId }, 'stored');
    expect(none).toMatchObject({ code: 'BAD_USER_INPUT', message: '"data" is missing.' });
  });

  it('are deleted by ids, ids at the origin and hashes', async () => {
    const dataSetId = await person.openedContinuous();
    const food = (minute: number, id: string) => ({
      food: { time: at(minute), origin: { id }, id: id.repeat(32) },
    });
    await send('uploadData', { dataSetId, data: [food(1, 'a'), food(2, 'b'), food(3, 'c')] }, 'stored');
    const left = async () =>
      (await person.records(`uploadId=${dataSetId}`))
        .filter(({ type }) => type === 'food')
        .map(({ origin }) => origin.id)
        .sort();
    expect(await left()).toEqual(['a', 'b', 'c']);
    await send('deleteData', { dataSetId, which: { ids: ['a'.repeat(32)] } }, 'done');
    expect(await left()).toEqual(['b', 'c']);
    await send('deleteData', { dataSetId, which: { originIds: ['c', 'none'] } }, 'done');
    expect(await left()).toEqual(['b']);
    const { message } = await send('deleteData', { dataSetId, which: { hashes: ['none'] } }, 'done');
    expect(message).toBeUndefined();
    expect(await left()).toEqual(['b']);
    for (const wrong of [{}, { which: { ids: ['x'], hashes: ['y'] } }, { which: { ids: [] } }])
      expect((await send('deleteData', { dataSetId, ...wrong }, 'done')).code).toBe('BAD_USER_INPUT');
  });
});

describe('typed bodies', () => {
  it('of data sets do what the other form does', async () => {
    const details = {
      dataSetType: 'CONTINUOUS',
      deviceModel: 'M',
      deviceTags: ['CGM'],
      client: { name: 'org.example.app', version: '1.0' },
      time: '2024-05-06T09:08:09+02:00',
    };
    const created = await send('createDataSet', { userId: person.userId, details }, 'dataSet { id raw }');
    expect(created.result.dataSet.raw).toMatchObject({
      ...{ dataSetType: 'continuous', deviceModel: 'M', deviceTags: ['cgm'], client: details.client },
      time: '2024-05-06T07:08:09.000Z',
    });
    const dataSetId = created.result.dataSet.id;
    const change = (set: object) =>
      send('updateDataSet', { dataSetId, set }, 'dataSet { deviceModel }', trusted);
    expect((await change({ deviceModel: 'N' })).result).toEqual({ dataSet: { deviceModel: 'N' } });
    expect(await change({ deviceModel: null })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: '"deviceModel" cannot be cleared. Leave it out to keep its value.',
    });
  });

  it('of data sources do what the other form does', async () => {
    const details = {
      providerType: 'OAUTH',
      providerName: 'abbott',
      state: 'DISCONNECTED',
      metadata: { a: 1 },
    };
    const selection = 'dataSource { id state metadata lastImportTime }';
    const input = { userId: person.userId, details };
    const { result } = await send('createDataSource', input, selection, trusted);
    const { id } = result.dataSource;
    expect(result.dataSource).toEqual({
      ...{ id, state: 'DISCONNECTED', metadata: { a: 1 }, lastImportTime: null },
    });
    const lastImportTime = '2024-05-06T07:08:09.123Z';
    const changed = await send('updateDataSource', { id, set: { lastImportTime } }, selection, trusted);
    expect(changed.result.dataSource).toMatchObject({ state: 'DISCONNECTED', lastImportTime });
    const cleared = await send('updateDataSource', { id, set: { metadata: null } }, selection, trusted);
    expect(cleared.code).toBe('BAD_USER_INPUT');
    const both = await send('updateDataSource', { id, set: {}, changes: {} }, selection, trusted);
    expect(both.message).toBe('"set" and "changes" are the same in two forms: send only one.');
    expect((await send('updateDataSource', { id }, selection, trusted)).message).toBe('"set" is missing.');
  });

  it('of provider sessions do what the other form does', async () => {
    const oauthToken = { accessToken: 'secret', scope: ['read'], expirationTime: '2030-01-01T00:00:00Z' };
    const details = { type: 'OAUTH', name: 'dexcom', externalId: 'x1', oauthToken };
    const input = { userId: person.userId, details };
    const selection = 'providerSession { id name externalId }';
    const { result } = await send('createProviderSession', input, selection, trusted);
    const { id } = result.providerSession;
    expect(result.providerSession).toEqual({ id, name: 'dexcom', externalId: 'x1' });
    const found = await api(server).get(`/v1/provider_sessions/${id}`, { token: trusted });
    expect(found.body.oauthToken).toMatchObject({
      ...oauthToken,
      expirationTime: '2030-01-01T00:00:00.000Z',
    });
    const set = { oauthToken: { accessToken: 'other' } };
    const changed = await send('updateProviderSession', { id, set }, selection, trusted);
    expect(changed.result.providerSession).toEqual({ id, name: 'dexcom', externalId: 'x1' });
    const stored = await api(server).get(`/v1/provider_sessions/${id}`, { token: trusted });
    expect(stored.body.oauthToken).toEqual(set.oauthToken);
  });

  it('of tasks do what the other form does', async () => {
    const details = {
      type: 'test.typed',
      priority: 3,
      data: { a: [1] },
      availableTime: '2999-01-01T00:00:00Z',
    };
    const selection = 'task { id type priority data availableTime }';
    const { result } = await send('createTask', { details }, selection, trusted);
    const { id } = result.task;
    expect(result.task).toEqual({ ...details, id, availableTime: '2999-01-01T00:00:00.000Z' });
    const changed = await send('updateTask', { id, set: { priority: 4 } }, selection, trusted);
    expect(changed.result.task).toMatchObject({ priority: 4, data: { a: [1] } });
    expect((await send('updateTask', { id, set: { data: null } }, selection, trusted)).code).toBe(
      'BAD_USER_INPUT',
    );
  });

  it('of device logs do what the other form does', async () => {
    const lines = [
      {
        type: 'DELEGATE_RESPONSE',
        managerIdentifier: 'M',
        deviceIdentifier: 'D',
        timestamp: '2024-05-06T07:08:09Z',
        message: '',
      },
    ];
    const time = { startAtTime: '2024-05-06T07:00:00Z', endAtTime: '2024-05-06T08:00:00Z' };
    const { result, message } = await send(
      'createDeviceLog',
      { userId: person.userId, ...time, lines },
      'deviceLog { id }',
    );
    expect(message).toBeUndefined();
    const path = `/v1/device_logs/${result.deviceLog.id}/content`;
    const { body } = await api(server).get(path, { token: person.token });
    expect(body).toEqual([{ ...lines[0], type: 'delegateResponse', timestamp: '2024-05-06T07:08:09.000Z' }]);
  });
});
