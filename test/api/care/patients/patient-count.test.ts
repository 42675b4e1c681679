import { randomUUID } from 'node:crypto';
import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinic,
  newClinician,
  newPatient,
  patientFields,
  type TestClinic,
} from '../../../support/clinics';
import { startOwnApp } from '../../../support/own-app';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put, delete: remove, graph } = api(server);

const unknown = `/v1/clinics/${'f'.repeat(24)}`;
const source = (providerName: string, state = 'connected') => ({ providerName, state });

let clinic: TestClinic;
let token: string;

beforeEach(async () => {
  clinic = await newClinic(server, { country: 'US' });
  token = await newServerToken(server);
});

const count = async (): Promise<Json> => accepted(await get(`${clinic.path}/patient_count`, { token }));
const limit = (body: unknown) => put(`${clinic.path}/settings/patient_count`, { token, body });
const limits = async (): Promise<Json> =>
  accepted(await get(`${clinic.path}/settings/patient_count`, { token }));
const create = (fields: object = {}) =>
  post(`${clinic.path}/patients`, { token: clinic.admin.token, body: { ...patientFields, ...fields } });
const tell = async (userId: string, sources: object[]) =>
  accepted(await put(`/v1/patients/${userId}/data_sources`, { token, body: sources }));

describe('the number of patients', () => {
  it('follows every change, and counts data sources by provider', async () => {
    expect(await count()).toEqual({ total: 0, demo: 0, plan: 0 });
    const [one, two] = [await newPatient(server, clinic), await newPatient(server, clinic)];
    const shared = await newAccount(server);
    await addPatient(server, clinic, shared, ['view']);
    expect(await count()).toEqual({ total: 3, demo: 0, plan: 3 });
    await tell(one.id, [source('dexcom'), source('dexcom', 'error'), source('twiist', 'pending')]);
    await tell(shared.userId, [source('dexcom'), source('a"},{"providerName":"twiist')]);
    expect(await count()).toEqual({
      total: 3,
      demo: 0,
      plan: 2,
      providers: {
        dexcom: { total: 3, states: { connected: 2, error: 1 } },
        twiist: { total: 1, states: { pending: 1 } },
        'a"},{"providerName":"twiist': { total: 1, states: { connected: 1 } },
      },
    });
    await tell(one.id, []);
    accepted(await remove(`${clinic.path}/patients/${two.id}`, { token: clinic.admin.token }));
    accepted(
      await put(`${clinic.path}/patients/${shared.userId}/permissions`, { token: shared.token, body: {} }),
    );
    expect(await count()).toEqual({ total: 1, demo: 0, plan: 1 });
  });

  it('counts single sources, and those of many providers with long names', async () => {
    const [one, two, three] = [
      await newPatient(server, clinic),
      await newPatient(server, clinic),
      await newPatient(server, clinic),
    ];
    await tell(one.id, [source('dexcom')]);
    await tell(two.id, [source('dexcom'), source('twiist')]);
    const long = ['a', 'b', 'ü', '"'].map((letter) => letter.repeat(99));
    await tell(
      three.id,
      [...long, 'dexcom', 'twiist'].map((name) => source(name, 'error')),
    );
    const providers = await count().then((counted) => counted.providers);
    expect(providers.dexcom).toEqual({ total: 3, states: { connected: 2, error: 1 } });
    expect(providers.twiist).toEqual({ total: 2, states: { connected: 1, error: 1 } });
    for (const name of long) expect(providers[name]).toEqual({ total: 1, states: { error: 1 } });
    expect(await count()).toMatchObject({ total: 3, plan: 1 });
  });

  it('is shown to members, and recounted for trusted servers', async () => {
    const member = await newClinician(server, clinic);
    expect((await get(`${clinic.path}/patient_count`, { token: member.token })).status).toBe(200);
    const refresh = (path: string, as = token) => post(`${path}/patient_count/refresh`, { token: as });
    const { status, text } = await refresh(clinic.path);
    expect([status, text]).toEqual([200, '']);
    expect((await refresh(unknown)).status).toBe(404);
    expect((await refresh(clinic.path, clinic.admin.token)).status).toBe(403);
    expect((await get(`${unknown}/patient_count`, { token })).status).toBe(404);
  });

  it('recognizes the configured demo patient', async () => {
    const demoId = randomUUID();
    const own = await startOwnApp({ DEMO_PATIENT_ID: demoId });
    try {
      const { accounts } = own.app.services;
      const user = accounts.prepareServiceAccount(demoId);
      await own.database.transaction((manager) => accounts.insert(manager, user));
      const opened = await newClinic(own.server);
      const ownToken = await newServerToken(own.server);
      const counted = async () =>
        accepted(await api(own.server).get(`${opened.path}/patient_count`, { token: ownToken }));
      expect(await counted()).toEqual({ total: 1, demo: 1, plan: 0 });
      const body = [source('dexcom')];
      await api(own.server).put(`/v1/patients/${demoId}/data_sources`, { token: ownToken, body });
      expect(await counted()).toEqual({ total: 1, demo: 1, plan: 0 });
      const call = api(own.server);
      const as = { token: ownToken };
      const old = await newAccount(own.server, { roles: ['clinic'] });
      const { id } = accepted(await call.post(`/v1/clinicians/${old.userId}/migrate`, as));
      const none = { total: 0, demo: 0, plan: 0 };
      expect((await call.get(`/v1/clinics/${id}/patient_count`, as)).body).toEqual(none);
      const other = await newClinic(own.server);
      await newPatient(own.server, other);
      const merged = { ...as, body: { sourceId: other.id } };
      const headers = { Accept: 'application/json' };
      const plan = accepted(await call.post(`${opened.path}/reports/merge`, { ...merged, headers }));
      expect([plan.PatientPlans.length, plan.ResultingPatientsCount]).toEqual([1, 1]);
      accepted(await call.post(`${opened.path}/merge`, merged));
      expect(await counted()).toEqual({ total: 2, demo: 1, plan: 1 });
      const deletions = await own.database.reader.query(
        'SELECT kind, user_id FROM clinic_deletions WHERE clinic_id = ? ORDER BY kind',
        [other.id],
      );
      expect(deletions).toEqual([
        expect.objectContaining({ kind: 'clinic', user_id: null }),
        expect.objectContaining({ kind: 'patient', user_id: demoId }),
      ]);
      // Other kinds of servers set these tiers, which no route can.
      for (const [tier, tierDescription] of [
        ['tier0303', ''],
        ['tier0200', 'Standard'],
      ]) {
        await own.database.transaction((manager) =>
          manager.query('UPDATE clinics SET tier = ? WHERE id = ?', [tier, opened.id]),
        );
        expect((await call.get(opened.path, as)).body).toMatchObject({ tier, tierDescription });
      }
    } finally {
      await own.close();
    }
  });
});

describe('limits', () => {
  it('start at 250 patients', async () => {
    expect(await limits()).toEqual({ hardLimit: { plan: 250 } });
  });

  it('are replaced as a whole', async () => {
    const startDate = '2024-05-06T07:08:09.000Z';
    const both = {
      hardLimit: { plan: 3, startDate, endDate: startDate },
      softLimit: { plan: 0, endDate: '2024-05-06T09:08:09.123+02:00' },
    };
    const expected = { ...both, softLimit: { plan: 0, endDate: '2024-05-06T07:08:09.123Z' } };
    expect((await limit(both)).body).toEqual(expected);
    expect(await limits()).toEqual(expected);
    expect((await limit({})).body).toEqual({});
    expect(await limits()).toEqual({});
  });

  it.each([
    { hardLimit: {} },
    { hardLimit: { plan: -1 } },
    { hardLimit: { plan: 1.5 } },
    { hardLimit: { plan: '1' } },
    { softLimit: { plan: -1 } },
    { hardLimit: { plan: 1, startDate: 'now' } },
    { hardLimit: { plan: 1, startDate: '2024-05-07T00:00:00Z', endDate: '2024-05-06T00:00:00Z' } },
    { softLimit: { plan: 1, startDate: '2024-05-07T00:00:00Z', endDate: '2024-05-06T00:00:00Z' } },
    [],
    undefined,
  ])('refuse %j', async (body) => {
    expect((await limit(body)).status).toBe(400);
    expect(await limits()).toEqual({ hardLimit: { plan: 250 } });
  });

  it('apply only in the United States and the free tier, and become effective again', async () => {
    await limit({ hardLimit: { plan: 0 } });
    const move = (country?: string) =>
      put(clinic.path, { token, body: { name: 'A', preferredBgUnits: 'mg/dL', country } });
    const tier = (name: string) => post(`${clinic.path}/tier`, { token, body: { tier: name } });
    await move('USA');
    expect(await limits()).toEqual({});
    expect((await limit({ hardLimit: { plan: 0 } })).body).toEqual({});
    expect((await create()).status).toBe(200);
    await move('US');
    expect(await limits()).toEqual({ hardLimit: { plan: 0 } });
    expect((await create()).status).toBe(402);
    await tier('tier0200');
    expect(await limits()).toEqual({});
    expect((await create()).status).toBe(200);
    await tier('tier0100');
    expect((await create()).status).toBe(402);
    const { body } = await graph(
      `{ clinic(id: "${clinic.id}") { patientCountSettings { hardLimit { plan } } } }`,
      {
        token,
      },
    );
    expect(body.data.clinic.patientCountSettings).toEqual({ hardLimit: { plan: 0 } });
  });

  it('apply if there is no country', async () => {
    clinic = await newClinic(server, { country: undefined });
    expect(await limits()).toEqual({ hardLimit: { plan: 250 } });
  });

  it('apply between their dates', async () => {
    const [past, future] = ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'];
    for (const [dates, status] of [
      [{ startDate: future }, 200],
      [{ endDate: past }, 200],
      [{ startDate: past }, 402],
      [{ endDate: future }, 402],
      [{ startDate: past, endDate: future }, 402],
    ] as const) {
      await limit({ hardLimit: { plan: 0, ...dates } });
      expect([dates, (await create()).status]).toEqual([dates, status]);
    }
    await limit({ softLimit: { plan: 0 } });
    expect((await create()).status).toBe(200);
  });

  it('prevent new accounts, and nothing else', async () => {
    const { id } = await newPatient(server, clinic);
    await limit({ hardLimit: { plan: 1 } });
    const email = `${randomUUID()}@example.org`;
    const refused = await create({ email });
    expect([refused.status, refused.body.message]).toEqual([
      402,
      'payment required: patient count exceeds limit',
    ]);
    expect((await get(`/auth/user/${email}`, { token })).status).toBe(404);
    const taken = clinic.admin.email;
    expect((await create({ email: taken })).status).toBe(402);
    await put(`${clinic.path}/settings/mrn`, { token, body: { required: true, unique: false } });
    expect((await create()).status).toBe(400);
    await put(`${clinic.path}/settings/mrn`, { token, body: { required: false, unique: false } });
    const existing = `${clinic.path}/patients/${(await newAccount(server)).userId}`;
    expect((await post(existing, { token, body: { permissions: { custodian: {}, view: {} } } })).status).toBe(
      402,
    );
    expect((await post(existing, { token, body: { permissions: { view: {} } } })).status).toBe(200);
    const body = { ...patientFields, fullName: 'Other' };
    expect((await put(`${clinic.path}/patients/${id}`, { token, body })).status).toBe(200);
    expect(await count()).toMatchObject({ total: 2 });
  });

  it('do not count patients with a source of twiist', async () => {
    const { id } = await newPatient(server, clinic);
    await limit({ hardLimit: { plan: 1 } });
    expect((await create()).status).toBe(402);
    await tell(id, [source('twiist', 'disconnected')]);
    expect((await create()).status).toBe(200);
    expect((await create()).status).toBe(402);
  });

  it('are never exceeded by concurrent new patients', async () => {
    await limit({ hardLimit: { plan: 2 } });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => create()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 402, 402, 402]);
    expect(await count()).toEqual({ total: 2, demo: 0, plan: 2 });
  });

  it('are never exceeded by concurrently managed accounts', async () => {
    await limit({ hardLimit: { plan: 2 } });
    const people = await Promise.all(Array.from({ length: 5 }, () => newAccount(server)));
    const body = { permissions: { custodian: {}, view: {} } };
    const answers = await Promise.all([
      ...people.map(({ userId }) => post(`${clinic.path}/patients/${userId}`, { token, body })),
      create(),
    ]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 402, 402, 402, 402]);
    expect(await count()).toEqual({ total: 2, demo: 0, plan: 2 });
  });
});
