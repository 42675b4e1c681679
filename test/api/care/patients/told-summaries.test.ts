import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinic,
  newPatient,
  patientFields,
  type TestClinic,
} from '../../../support/clinics';
import { periodWith, statsWith } from '../../../support/patient-summaries';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put, delete: remove, graph } = api(server);

let clinics: TestClinic[];
let account: TestAccount;
let token: string;

beforeEach(async () => {
  token = await newServerToken(server);
  account = await newAccount(server);
  clinics = [await newClinic(server), await newClinic(server)];
  for (const clinic of clinics) await addPatient(server, clinic, account, ['view']);
});

const tell = (body: unknown, as = token) =>
  post(`/v1/patients/${account.userId}/summary`, { token: as, body });
const shown = (): Promise<Json[]> =>
  Promise.all(
    clinics.map(async ({ path }) => accepted(await get(`${path}/patients/${account.userId}`, { token }))),
  );
const summaries = async (): Promise<unknown[]> => (await shown()).map(({ summary }) => summary);

const time = '2024-05-06T07:08:09Z';
const id = 'ab01';
const config = {
  schemaVersion: 5,
  highGlucoseThreshold: 10,
  veryHighGlucoseThreshold: 13.9,
  lowGlucoseThreshold: 3.9,
  veryLowGlucoseThreshold: 3,
};
const stats = (type: 'cgm' | 'bgm', figures: Record<string, number> = {}, period = '7d') => ({
  ...statsWith({ [period]: periodWith(type, figures) }, { lastData: time }, id),
  config,
});

/** Fields of these tests' periods beyond the required ones. */
const optional = {
  cgm: new Set<string>(),
  bgm: new Set(
    ['standardDeviation', 'coefficientOfVariation', 'hoursWithData'].flatMap((name) => [
      name,
      `${name}Delta`,
    ]),
  ),
};

describe('a summary sent by a trusted server', () => {
  it('is stored unchanged in all clinics of the patient', async () => {
    const cgmStats = {
      ...stats('cgm', { timeInTargetPercent: 0.7, totalRecords: 3 }, '5d'),
      other: { words: [1, null] },
      dates: {
        ...stats('cgm').dates,
        lastUpdatedDate: '2024-05-06T09:08:09.1234+02:00',
        lastUpdatedReason: ['UPLOAD_COMPLETED'],
        outdatedReason: [],
      },
    };
    const { status, text } = await tell({ cgmStats });
    expect([status, text]).toEqual([200, '']);
    expect(await summaries()).toEqual([{ cgmStats }, { cgmStats }]);
    const bgmStats = { ...stats('bgm'), id: '' };
    expect((await tell({ bgmStats, cgmStats: { periods: {} } })).status).toBe(200);
    expect(await summaries()).toEqual([{ cgmStats }, { cgmStats }]);
    expect((await tell({})).status).toBe(200);
    expect(await summaries()).toEqual([{ cgmStats }, { cgmStats }]);
  });

  it.each(['a', '', '__proto__', 'constructor'])('may call a period "%s"', async (period) => {
    const cgmStats = stats('cgm', { totalRecords: 3 }, period);
    expect((await tell({ cgmStats })).status).toBe(200);
    const told = (await summaries()) as { cgmStats: { periods: object } }[];
    for (const { cgmStats: kept } of told)
      expect(Object.entries(kept.periods)).toEqual(Object.entries(cgmStats.periods ?? {}));
  });

  it('is deleted from all clinics by its id, and the other type stays', async () => {
    const [cgmStats, bgmStats] = [stats('cgm'), { ...stats('bgm'), id: 'ab02' }];
    accepted(await tell({ cgmStats, bgmStats }));
    const forget = (summaryId: string, as = token) =>
      remove(`/v1/summaries/${summaryId}/clinics`, { token: as });
    for (const wrong of ['x', 'AB01', 'a'.repeat(25)]) expect((await forget(wrong)).status).toBe(400);
    expect((await forget('x', account.token)).status).toBe(403);
    const { status, text } = await forget('ab02');
    expect([status, text]).toEqual([200, '']);
    expect(await summaries()).toEqual([{ cgmStats }, { cgmStats }]);
    expect((await forget('ab02')).status).toBe(204);
    expect((await tell(undefined)).status).toBe(200);
    for (const patient of await shown()) expect(patient).not.toHaveProperty('summary');
  });

  it('applies only to patients of clinics, and only servers can send it', async () => {
    const path = (userId: string) => `/v1/patients/${userId}/summary`;
    const nobody = await newAccount(server);
    for (const userId of [nobody.userId, crypto.randomUUID()]) {
      const { status, text } = await post(path(userId), { token, body: { cgmStats: stats('cgm') } });
      expect([status, text]).toEqual([204, '']);
    }
    expect((await tell('no', account.token)).status).toBe(403);
    expect((await post(path('x'), { token, body: {} })).status).toBe(400);
  });

  it.each(['cgm', 'bgm'] as const)('has all fields that the definition of %s requires', async (type) => {
    const whole = stats(type);
    const { '7d': period = {} } = whole.periods;
    const wrong: object[] = [
      ...Object.keys(period)
        .filter((name) => !optional[type].has(name))
        .flatMap((name) => [
          { periods: { '7d': { ...period, [name]: undefined } } },
          { periods: { '7d': { ...period, [name]: 'x' } } },
        ]),
      ...Object.keys(config).map((name) => ({ config: { ...config, [name]: undefined } })),
      ...['hasFirstData', 'hasLastData', 'hasLastUploadDate', 'hasOutdatedSince'].map((name) => ({
        dates: { ...whole.dates, [name]: undefined },
      })),
      { dates: { ...whole.dates, lastData: 'yesterday' } },
      { dates: { ...whole.dates, lastUpdatedReason: 'x' } },
      { id: 5 },
      ...[{ periods: [] }, { dates: 5 }, { config: 'x' }, { periods: { '7d': null } }],
    ];
    for (const change of wrong) {
      const { status } = await tell({ [`${type}Stats`]: { ...whole, ...change } });
      expect([change, status]).toEqual([change, 400]);
    }
    expect((await tell({ [`${type}Stats`]: 'x' })).status).toBe(400);
    expect(await summaries()).toEqual([undefined, undefined]);
    expect((await tell({ [`${type}Stats`]: whole })).status).toBe(200);
  });

  it('can be sent in the graph under the same rules', async () => {
    const operation = `mutation ($input: UpdatePatientSummaryInput!) {
      updatePatientSummary(input: $input) { patients }
    }`;
    const give = (summary: unknown, as = token) =>
      graph(operation, { token: as, variables: { input: { userId: account.userId, summary } } });
    const cgmStats = stats('cgm');
    expect((await give({ cgmStats })).body.data.updatePatientSummary.patients).toBe(2);
    expect(await summaries()).toEqual([{ cgmStats }, { cgmStats }]);
    for (const wrong of [
      { cgmStats: 5 },
      { cgmStats: { ...cgmStats, dates: null } },
      { bgmStats: cgmStats.id },
    ])
      expect((await give(wrong)).body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
    expect((await give({}, account.token)).body.errors[0].extensions.code).toBe('FORBIDDEN');
  });
});

describe('data sources sent by a trusted server', () => {
  const path = () => `/v1/patients/${account.userId}/data_sources`;
  const source = { providerName: 'dexcom', state: 'connected' };

  it('replace all previous ones in all clinics of the patient', async () => {
    const sources = [
      { ...source, dataSourceId: 'f'.repeat(24), modifiedTime: time, latestDataTime: time },
      { providerName: 'x'.repeat(100), state: 'pendingReconnect', expirationTime: time },
    ];
    const { status, text } = await put(path(), { token, body: sources });
    expect([status, text]).toEqual([200, '']);
    const instant = '2024-05-06T07:08:09.000Z';
    const asTold = (await shown()).map(({ dataSources }) =>
      dataSources.map((each: Json) =>
        Object.fromEntries(
          Object.entries(each).map(([name, value]) => [name, value === instant ? time : value]),
        ),
      ),
    );
    expect(asTold).toEqual([sources, sources]);
    expect((await put(path(), { token, body: [source] })).status).toBe(200);
    for (const { dataSources } of await shown()) expect(dataSources).toEqual([source]);
    expect((await put(path(), { token, body: [] })).status).toBe(200);
    for (const { path: clinic } of clinics)
      expect((await get(`${clinic}/patient_count`, { token })).body).toEqual({ total: 1, demo: 0, plan: 1 });
  });

  it('are accepted for accounts that are not patients', async () => {
    const { userId } = await newAccount(server);
    for (const each of [userId, crypto.randomUUID()]) {
      const { status, text } = await put(`/v1/patients/${each}/data_sources`, { token, body: [source] });
      expect([status, text]).toEqual([200, '']);
    }
  });

  it.each<{ body: unknown }>([
    { body: [{ ...source, state: 'lost' }] },
    { body: [{ ...source, state: undefined }] },
    { body: [{ ...source, providerName: '' }] },
    { body: [{ ...source, providerName: 'x'.repeat(101) }] },
    { body: [{ ...source, providerName: undefined }] },
    { body: [{ ...source, dataSourceId: 'f'.repeat(23) }] },
    { body: [{ ...source, dataSourceId: 'F'.repeat(24) }] },
    { body: [{ ...source, modifiedTime: 'yesterday' }] },
    { body: [{ ...source, expirationTime: 5 }] },
    { body: ['dexcom'] },
    { body: source },
    { body: undefined },
  ])('are refused with $body', async ({ body }) => {
    expect((await put(path(), { token, body })).status).toBe(400);
    for (const { dataSources } of await shown()) expect(dataSources).toBeNull();
  });

  it.each([
    [{}, ''],
    [[source, null], '/1'],
    [[source, { ...source, modifiedTime: '2024-02-30T00:00:00Z' }], '/1/modifiedTime'],
    [[source, { ...source, expirationTime: '2024-02-03' }], '/1/expirationTime'],
    [[source, { ...source, providerName: 'x'.repeat(101) }], '/1/providerName'],
    [[source, { ...source, dataSourceId: 'F'.repeat(24) }], '/1/dataSourceId'],
    [[source, { ...source, state: 'nonsense' }], '/1/state'],
    [[source, { state: 'connected' }], '/1/providerName'],
  ])('are refused with a pointer into the body: %#', async (body, pointer) => {
    const answer = await put(path(), { token, body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ source: { pointer } }]);
  });

  it('with a wrong time are refused with a pointer to it in the details of a patient, too', async () => {
    const clinic = await newClinic(server);
    const { id } = await newPatient(server, clinic);
    const body = { ...patientFields, dataSources: [{ ...source, modifiedTime: 'yesterday' }] };
    const answer = await put(`${clinic.path}/patients/${id}`, { token: clinic.admin.token, body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ source: { pointer: '/dataSources/0/modifiedTime' } }]);
  });
});
