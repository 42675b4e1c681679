import { newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { deduplicator, newPerson, type Person } from '../../../support/person';
import { providerClient } from '../../../support/provider-sessions';
import { at, cbg } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put } = api(server);
const type = 'org.tidepool.oauth.dexcom.fetch';

let token: string;
let client: ReturnType<typeof providerClient>;
let person: Person;
let session: Json;

beforeEach(async () => {
  token = await newServerToken(server);
  client = providerClient(server, token);
  person = await newPerson(server);
  session = await client.session(person, 'dexcom');
});

const tasksOf = async ({ id }: Json): Promise<Json[]> =>
  (await get(`/v1/tasks?type=${type}&name=${type}:${id}`, { token })).body;

const sourceOf = async (): Promise<Json> => (await client.sources(person))[0] ?? {};

describe("a trusted server that imports a provider's data", () => {
  it('processes the tasks, and the account holder sees the result', async () => {
    const [task] = await tasksOf(session);
    const { providerSessionId, dataSourceId } = task?.data ?? {};
    expect([providerSessionId, dataSourceId]).toEqual([session.id, (await sourceOf()).id]);

    const path = `/v1/provider_sessions/${providerSessionId}`;
    const { body: known } = await get(path, { token });
    expect(known.oauthToken.accessToken).toBe('access');
    const oauthToken = { accessToken: 'renewed', refreshToken: 'next' };
    expect((await put(path, { token, body: { oauthToken } })).status).toBe(200);
    expect((await get(path, { token })).body.oauthToken).toMatchObject(oauthToken);

    const created = await post(`/v1/users/${person.userId}/data_sets`, {
      token,
      body: {
        type: 'upload',
        dataSetType: 'continuous',
        deduplicator: deduplicator('dataset.delete.origin'),
        client: { name: 'org.example.importer', version: '1.0.0' },
      },
    });
    expect(created.status).toBe(201);
    const { uploadId } = created.body.data;
    const reading = cbg({ units: 'mg/dL', value: 100, time: at(1), origin: { id: 'egv 1' } });
    for (let times = 0; times < 2; times += 1)
      expect((await post(`/v1/data_sets/${uploadId}/data`, { token, body: [reading] })).status).toBe(200);
    await client.updated(dataSourceId, {
      dataSetIds: [uploadId],
      lastImportTime: at(5),
      earliestDataTime: at(1),
      latestDataTime: at(1),
    });
    expect(await person.records('type=cbg')).toMatchObject([
      { value: 5.55075, units: 'mmol/L', time: at(1) },
    ]);
    const [shown] = (await get(`/v1/users/${person.userId}/data_sources`, { token: person.token })).body;
    expect(shown).toMatchObject({
      ...{ providerName: 'dexcom', state: 'connected', lastImportTime: at(5), latestDataTime: at(1) },
      ...{ dataSetIds: [uploadId], dataSetId: uploadId },
    });
    expect(shown).not.toHaveProperty('providerSessionId');
  });

  it('stores the next time and the number of refusals, and keeps the task', async () => {
    const [task] = await tasksOf(session);
    const availableTime = new Date(Date.now() + 2 * 3_600_000).toISOString();
    const data = { ...task?.data, retryCount: 1 };
    const noted = await put(`/v1/tasks/${task?.id}`, { token, body: { availableTime, data } });
    expect(noted.body).toMatchObject({ state: 'pending', availableTime, data });
    expect(await tasksOf(session)).toEqual([noted.body]);

    await client.updated((await sourceOf()).id, {
      state: 'error',
      error: { detail: 'The token is not valid.' },
    });
    expect(await sourceOf()).toMatchObject({ state: 'error', providerSessionId: session.id });
    expect(await tasksOf(session)).toHaveLength(1);
  });

  it('gets a new task once the account is reconnected, and none for the previous session', async () => {
    const before = await sourceOf();
    await client.endSession(session.id);
    expect(await tasksOf(session)).toEqual([]);
    expect(await sourceOf()).toMatchObject({ id: before.id, state: 'disconnected' });
    const next = await client.session(person, 'dexcom');
    expect(await tasksOf(next)).toMatchObject([
      { type, state: 'pending', data: { providerSessionId: next.id, dataSourceId: before.id } },
    ]);
  });
});
