import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinic,
  newClinician,
  newLabels,
  newPatients,
  type TestClinic,
} from '../../../support/clinics';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put } = api(server);

let clinic: TestClinic;
let token: string;
let ids: Record<string, string>;
let tags: Record<'x' | 'y', string>;
let sites: Record<'x' | 'y', string>;

const list = (query: Record<string, string> | string = {}) => {
  const text = typeof query === 'string' ? query : new URLSearchParams(query).toString();
  return get(`${clinic.path}/patients?${text}`, { token });
};

const names = async (query: Record<string, string> | string): Promise<string> =>
  accepted(await list(query))
    .data.map(({ fullName }: Json) => fullName)
    .join();

const day = (number: number): string => `2024-05-0${number}T00:00:00.000Z`;

/** Five patients with distinct values, in order of creation. */
const people = (): Record<string, object> => ({
  Zoe: { mrn: 'M-50%', tags: [tags.x, tags.y], sites: [{ id: sites.x }] },
  adam: { birthDate: '1980-01-01', email: `adam.${Date.now()}@example.org`, tags: [tags.x] },
  Éva: { birthDate: '1970-01-01', sites: [{ id: sites.y }], glycemicRanges: {} },
  Eve: { glycemicRanges: { preset: 'adaHighRisk' }, tags: [tags.y] },
  'Bob Éclair': { mrn: 'm_1' },
});

const inTarget = (timeInTargetPercent: number, more: object = {}) =>
  periodWith('cgm', { timeInTargetPercent, ...more });

const summaries: Record<string, object> = {
  Zoe: {
    cgmStats: statsWith({ '14d': inTarget(0.7, { minDelta: 2 }), '1d': inTarget(0.1) }, { lastData: day(2) }),
    bgmStats: statsWith(
      { '14d': periodWith('bgm', { timeInTargetPercent: 0.9 }) },
      { lastData: day(9) },
      'b'.repeat(24),
    ),
  },
  adam: { cgmStats: statsWith({ '14d': inTarget(0.2, { timeInTargetMinutes: 12 }) }, { lastData: day(1) }) },
  Éva: {
    cgmStats: statsWith(
      { '14d': inTarget(0.9, { minDelta: -1 }), '1d': inTarget(0.5) },
      { lastData: day(3) },
    ),
  },
  Eve: { cgmStats: statsWith({ '14d': periodWith('cgm', {}) }) },
};

beforeAll(async () => {
  clinic = await newClinic(server);
  token = clinic.admin.token;
  tags = await newLabels(server, clinic, 'patient_tags', ['x', 'y']);
  sites = await newLabels(server, clinic, 'sites', ['x', 'y']);
  ids = await newPatients(server, clinic, people());
  for (const [name, summary] of Object.entries(summaries))
    await tellSummary(server, ids[name] ?? '', summary);
  const reviewer = await newClinician(server, clinic);
  for (const name of ['Eve', 'adam'])
    accepted(await put(`${clinic.path}/patients/${ids[name]}/reviews`, { token: reviewer.token }));
});

describe('the list of patients', () => {
  it('is sorted by name, ignoring case and accents, with the total count', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body.data.map(({ fullName }: Json) => fullName)).toEqual([
      'adam',
      'Bob Éclair',
      'Éva',
      'Eve',
      'Zoe',
    ]);
    expect(body.meta).toEqual({ count: 5, totalCount: 5 });
    expect(body.data[0]).toEqual((await get(`${clinic.path}/patients/${ids.adam}`, { token })).body);
  });

  it('is paged; every patient occurs once', async () => {
    const pages = await Promise.all(
      [0, 2, 4, 6].map((offset) => list(`limit=2&offset=${offset}&sort=-lastData&sortType=cgm`)),
    );
    const all = pages.map(({ body }) => body.data.map(({ fullName }: Json) => fullName));
    expect(all).toEqual([['Éva', 'Zoe'], ['adam', 'Eve'], ['Bob Éclair'], []]);
    expect(pages.map(({ body }) => body.meta)).toEqual(Array(4).fill({ count: 5, totalCount: 5 }));
  });

  it('is empty for trusted servers if the clinic does not exist', async () => {
    const answer = await get(`/v1/clinics/${'f'.repeat(24)}/patients`, {
      token: await newServerToken(server),
    });
    expect([answer.status, answer.body]).toEqual([200, { data: [], meta: { count: 0, totalCount: 0 } }]);
  });

  it.each([
    [{ search: 'ÉVA' }, 'Éva'],
    [{ search: 'eva' }, 'Éva'],
    [{ search: 'E\u0301va' }, 'Éva'],
    [{ search: 'eclair bob' }, 'Bob Éclair'],
    [{ search: '  ÉCLAIR   b ' }, 'Bob Éclair'],
    [{ search: 'eclair zoe' }, ''],
    [{ search: '\u0001' }, ''],
    [{ search: 'eva \u0001' }, ''],
    [{ search: '50%' }, 'Zoe'],
    [{ search: '%' }, 'Zoe'],
    [{ search: 'M_' }, 'Bob Éclair'],
    [{ search: '1980-01' }, 'adam'],
    [{ search: 'ADAM.' }, 'adam'],
    [{ search: 'b é' }, 'Bob Éclair'],
    [{ search: '.' }, 'adam'],
    [{ omitNonStandardRanges: 'true' }, 'adam,Bob Éclair,Éva,Zoe'],
    [{ omitNonStandardRanges: 'false' }, 'adam,Bob Éclair,Éva,Eve,Zoe'],
    [{ tags: '_' }, 'Bob Éclair,Éva'],
    [{ sites: '_' }, 'adam,Bob Éclair,Eve'],
    [{ tags: 'f'.repeat(24) }, ''],
    [{ sites: 'f'.repeat(24) }, ''],
    [{ 'cgm.timeInTargetPercent': '>=0.7' }, 'Éva,Zoe'],
    [{ 'cgm.timeInTargetPercent': '<=0.7' }, 'adam,Zoe'],
    [{ 'cgm.timeInTargetPercent': '>0.7' }, 'Éva'],
    [{ 'cgm.timeInTargetPercent': '<.7' }, 'adam'],
    [{ 'cgm.timeInTargetPercent': '>0.2', 'bgm.timeInTargetPercent': '>+0.5' }, 'Zoe'],
    // An unescaped plus arrives as a blank.
    [{ 'cgm.timeInTargetPercent': '> 0.2', 'bgm.timeInTargetPercent': '> 0.5' }, 'Zoe'],
    [{ 'cgm.timeInTargetPercent': '>=0.5', period: '1d' }, 'Éva'],
    [{ 'cgm.timeInTargetMinutes': '>=10' }, 'adam'],
    [{ 'cgm.minDelta': '<0' }, 'Éva'],
    [{ 'cgm.minDelta': '<-1.0' }, ''],
    [{ 'cgm.timeInTargetPercent': `<${'9'.repeat(400)}` }, 'adam,Éva,Zoe'],
    [{ 'cgm.timeInTargetPercent': `>-${'9'.repeat(400)}` }, 'adam,Éva,Zoe'],
    [{ 'cgm.timeInTargetPercent': `>${'9'.repeat(400)}` }, ''],
    [{ 'cgm.lastDataFrom': day(2) }, 'Éva,Zoe'],
    [{ 'cgm.lastDataTo': day(2) }, 'adam'],
    [{ 'bgm.lastDataFrom': day(2), 'cgm.lastDataFrom': '0001-01-01T00:00:00Z' }, 'Zoe'],
    [{ lastReviewed: '2999-01-01T00:00:00Z' }, 'adam,Eve'],
    [{ lastReviewed: '2000-01-01T00:00:00Z' }, ''],
    [{ unknown: 'x', 'cgm.unknown': '' }, 'adam,Bob Éclair,Éva,Eve,Zoe'],
  ])('can be filtered by %j', async (query, expected) => {
    expect(await names(query as Record<string, string>)).toBe(expected);
    const { meta } = accepted(await list(query));
    expect(meta).toEqual({ count: expected === '' ? 0 : expected.split(',').length, totalCount: 5 });
  });

  it('can be filtered by all tags and any site', async () => {
    expect(await names({ tags: `${tags.x}` })).toBe('adam,Zoe');
    expect(await names({ tags: `${tags.x},${tags.y}` })).toBe('Zoe');
    expect(await names(`tags=${tags.x}%2C${tags.y}`)).toBe('Zoe');
    expect(await names({ tags: `${tags.y},nonsense` })).toBe('Eve,Zoe');
    expect(await names({ sites: `${sites.x}` })).toBe('Zoe');
    expect(await names({ sites: `${sites.x},${sites.y}` })).toBe('Éva,Zoe');
    expect(
      (
        await list({
          tags: Array(201)
            .fill(0)
            .map((_, id) => `${id}`.padStart(24, '0'))
            .join(),
        })
      ).status,
    ).toBe(400);
  });

  it.each([
    ['sort=-fullName&sortType=bgm', 'Zoe,Eve,Éva,Bob Éclair,adam'],
    ['sort=%2BfullName&sortType=cgm', 'adam,Bob Éclair,Éva,Eve,Zoe'],
    ['sort=+fullName&sortType=cgm', 'adam,Bob Éclair,Éva,Eve,Zoe'],
    ['sort=%20birthDate&sortType=cgm', 'Éva,adam,Zoe,Eve,Bob Éclair'],
    ['sort=-birthDate&sortType=cgm', 'Zoe,Eve,Bob Éclair,adam,Éva'],
    ['sort=-lastReviewed&sortType=cgm', 'adam,Eve,Zoe,Éva,Bob Éclair'],
    ['sort=%2BlastReviewed&sortType=cgm', 'Zoe,Éva,Bob Éclair,Eve,adam'],
    ['sort=-lastData&sortType=cgm', 'Éva,Zoe,adam,Eve,Bob Éclair'],
    ['sort=%2BlastData&sortType=cgm', 'adam,Zoe,Éva,Eve,Bob Éclair'],
    ['sort=-lastData&sortType=bgm', 'Zoe,adam,Éva,Eve,Bob Éclair'],
    ['sort=-timeInTargetPercent&sortType=cgm', 'Éva,Zoe,adam,Eve,Bob Éclair'],
    ['sort=%2BtimeInTargetPercent&sortType=cgm', 'adam,Zoe,Éva,Eve,Bob Éclair'],
    ['sort=-timeInTargetPercent&sortType=cgm&period=1d', 'Éva,Zoe,adam,Eve,Bob Éclair'],
    ['sort=%2BtimeInTargetPercent&sortType=bgm', 'Zoe,adam,Éva,Eve,Bob Éclair'],
    ['sort=%2BminDelta&sortType=cgm', 'Éva,adam,Eve,Zoe,Bob Éclair'],
  ])('can be sorted by %s', async (query, expected) => {
    expect(await names(query)).toBe(expected);
  });

  it.each([
    'sort=fullName&sortType=cgm',
    'sort=-nonsense&sortType=cgm',
    'sort=-fullName',
    'sort=-fullName&sortType=xgm',
    'sortType=xgm',
    'sortType=',
    'sort=-timeInTargetMinutes&sortType=bgm',
    'sort=-glucoseManagementIndicator&sortType=bgm',
    'sort=-constructor&sortType=cgm',
    'period=2d',
    'period=',
    'search=',
    'tags=',
    'sites=',
    'limit=0',
    'offset=-1',
    'limit=',
    'lastReviewed=soon',
    'omitNonStandardRanges=maybe',
    'cgm.timeInTargetPercent=0.7',
    'cgm.timeInTargetPercent=%3D0.7',
    'cgm.timeInTargetPercent=%3E1e3',
    'cgm.timeInTargetPercent=',
    'cgm.timeInTargetMinutes=%3E1.5',
    'cgm.lastDataFrom=yesterday',
  ])('is refused with %s', async (query) => {
    expect((await list(query)).status).toBe(400);
  });
});

describe('the list in the graph', () => {
  const query = `query ($id: ID!, $filter: PatientFilterInput, $sort: PatientSortInput, $search: String, $after: String) {
    clinic(id: $id) {
      patients(filter: $filter, sort: $sort, search: $search, first: 2, after: $after) {
        count totalCount pageInfo { hasNextPage endCursor }
        edges { node { fullName tags { name } user { id profile { fullName } } } }
      }
    }
  }`;
  const ask = (variables: object, as = token) =>
    api(server).graph(query, { token: as, variables: { id: clinic.id, ...variables } });

  it('has the same filters, order and counts', async () => {
    const figures = [{ type: 'CGM', field: 'TIME_IN_TARGET_PERCENT', comparison: 'GT', value: 0.1 }];
    const sort = { by: 'TIME_IN_TARGET_PERCENT', descending: true };
    const { body } = await ask({ filter: { figures }, sort });
    const { edges, count, totalCount, pageInfo } = body.data.clinic.patients;
    expect(edges.map(({ node }: Json) => node)).toEqual([
      { fullName: 'Éva', tags: [], user: { id: ids['Éva'], profile: { fullName: 'Éva' } } },
      {
        fullName: 'Zoe',
        tags: [{ name: 'x' }, { name: 'y' }],
        user: { id: ids.Zoe, profile: { fullName: 'Zoe' } },
      },
    ]);
    expect({ count, totalCount, more: pageInfo.hasNextPage }).toEqual({
      count: 3,
      totalCount: 5,
      more: true,
    });
    const rest = await ask({ filter: { figures }, sort, after: pageInfo.endCursor });
    expect(rest.body.data.clinic.patients.edges.map(({ node }: Json) => node.fullName)).toEqual(['adam']);
  });

  it('treats null and empty lists as no filter, and refuses unreasonable lists', async () => {
    const nothing = ['tagIds', 'withoutTags', 'siteIds', 'withoutSites', 'omitNonStandardRanges'];
    const absent = [...nothing, 'reviewedUntil', 'figures', 'lastData'].map((name) => [name, null]);
    const ids = (length: number) => Array.from({ length }, (_, id) => id.toString(16).padStart(24, '0'));
    const figure = { type: 'CGM', field: 'MIN', comparison: 'GTE', value: 0 };
    const count = async (filter: object): Promise<unknown> => {
      const { body } = await ask({ filter, search: null });
      return body.data?.clinic.patients?.count ?? body.errors[0].extensions.code;
    };
    expect(await count(Object.fromEntries(absent))).toBe(5);
    expect(await count({ tagIds: [], siteIds: [], figures: [], lastData: [] })).toBe(5);
    expect(await count({ lastData: [{ type: 'CGM', from: null, to: null }] })).toBe(5);
    for (const name of ['tagIds', 'siteIds']) {
      expect(await count({ [name]: ids(200) })).toBe(0);
      expect(await count({ [name]: ids(2_000) })).toBe('BAD_USER_INPUT');
    }
    const figures = Array.from({ length: 500 }, (_, value) => ({ ...figure, value: -value }));
    expect(await count({ figures })).toBe('BAD_USER_INPUT');
  });

  it('is refused to all other callers, whatever the path to it', async () => {
    const [stranger, elsewhere] = await Promise.all([newAccount(server), newClinic(server)]);
    for (const as of [stranger.token, elsewhere.admin.token]) {
      const { body } = await ask({}, as);
      expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
      expect(body.data.clinic.patients).toBeNull();
    }
  });
});

describe('updates of patients by trusted servers', () => {
  it('replace a summary of the same type, and can delete it', async () => {
    const [serverToken, account] = await Promise.all([newServerToken(server), newAccount(server)]);
    const tell = async (body?: unknown) =>
      (await post(`/v1/patients/${account.userId}/summary`, { token: serverToken, body })).status;
    const cgmStats = statsWith(
      { '14d': periodWith('cgm', {}), '90d': periodWith('cgm', {}) },
      {},
      'c'.repeat(24),
    );
    const bgmStats = statsWith({}, { lastData: day(1) }, 'd'.repeat(24));
    expect(await tell({ cgmStats })).toBe(204);
    const own = await newClinic(server);
    await addPatient(server, own, account, ['view']);
    const read = async () =>
      (await get(`${own.path}/patients/${account.userId}`, { token: own.admin.token })).body;
    expect(await tell({ cgmStats })).toBe(200);
    expect(await tell({ bgmStats, cgmStats: { ...cgmStats, id: undefined } })).toBe(200);
    expect((await read()).summary).toEqual({ cgmStats, bgmStats });
    expect(await tell({})).toBe(200);
    expect(await tell({ cgmStats: { ...cgmStats, id: 'X' } })).toBe(400);
    expect(await tell({ cgmStats: { ...cgmStats, periods: { '14d': {} } } })).toBe(400);
    const forget = async (id: string) =>
      (await api(server).delete(`/v1/summaries/${id}/clinics`, { token: serverToken })).status;
    expect(await forget('c'.repeat(24))).toBe(200);
    expect(await forget('c'.repeat(24))).toBe(204);
    expect((await read()).summary).toEqual({ bgmStats });
    expect(await tell()).toBe(200);
    expect(await read()).not.toHaveProperty('summary');
  });

  it('replace all data sources', async () => {
    const [serverToken, account, own] = await Promise.all([
      newServerToken(server),
      newAccount(server),
      newClinic(server),
    ]);
    await addPatient(server, own, account, ['view']);
    const path = `/v1/patients/${account.userId}/data_sources`;
    const sources = [{ providerName: 'dexcom', state: 'connected', latestDataTime: day(1) }];
    expect((await put(path, { token: serverToken, body: sources })).status).toBe(200);
    const patient = await get(`${own.path}/patients/${account.userId}`, { token: own.admin.token });
    expect(patient.body.dataSources).toEqual(sources);
    expect(
      (await put(path, { token: serverToken, body: [{ providerName: 'x', state: 'lost' }] })).status,
    ).toBe(400);
    expect((await put(path, { token: own.admin.token, body: [] })).status).toBe(403);
  });
});
