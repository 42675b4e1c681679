import { api, type Json } from '../../../support/api';
import { accepted, newClinic, newPatients, type TestClinic } from '../../../support/clinics';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, graph } = api(server);

/** What the public API sends of periods without readings: zeros, and changes from or to them. */
const people: Readonly<Record<string, Record<string, number>>> = {
  steady: { totalRecords: 100, min: 3.5, minDelta: 1, averageGlucoseMmolDelta: 0.5 },
  beginner: { totalRecords: 100, min: 2.5, minDelta: 2.5 },
  gone: { totalRecords: 0, min: 0, minDelta: -4 },
  falling: { totalRecords: 100, min: 3, minDelta: -1, averageGlucoseMmolDelta: -0.5 },
};

let clinic: TestClinic;
beforeAll(async () => {
  clinic = await newClinic(server);
  const ids = await newPatients(server, clinic, { ...people, unknown: {} });
  const lastData = new Date().toISOString();
  for (const [name, figures] of Object.entries(people)) {
    const periods = { '14d': { ...periodWith('cgm', {}), ...figures } };
    await tellSummary(server, ids[name] ?? '', { cgmStats: statsWith(periods, { lastData }) });
  }
});

const namesIn = ({ edges }: Json): string[] => edges.map(({ node }: Json) => node.fullName);

async function list(args: string): Promise<Json> {
  const query = `query ($id: ID!) { clinic(id: $id) { patients(period: DAYS_14, ${args}) {
    count pageInfo { startCursor endCursor hasNextPage hasPreviousPage } edges { node { fullName } }
  } } }`;
  const { token } = clinic.admin;
  return accepted(await graph(query, { token, variables: { id: clinic.id } })).data.clinic.patients;
}

/** The list read in pages of two, in both directions. */
async function walked(sort: string): Promise<[forward: string[], backward: string[]]> {
  const [forward, backward]: [string[], string[]] = [[], []];
  for (let after = '', goesOn = true; goesOn;) {
    const page = await list(`${sort}, first: 2 ${after}`);
    forward.push(...namesIn(page));
    after = `, after: "${page.pageInfo.endCursor}"`;
    goesOn = page.pageInfo.hasNextPage;
  }
  for (let before = '', goesOn = true; goesOn;) {
    const page = await list(`${sort}, last: 2 ${before}`);
    backward.unshift(...namesIn(page));
    before = `, before: "${page.pageInfo.startCursor}"`;
    goesOn = page.pageInfo.hasPreviousPage;
  }
  return [forward, backward];
}

/** Names in the order of REST, which has numbers for all. */
async function listOfRest(query: string): Promise<string[]> {
  const path = `${clinic.path}/patients?period=14d&sortType=cgm&${query}`;
  const { data } = accepted(await get(path, { token: clinic.admin.token }));
  return data.map(({ fullName }: Json) => fullName);
}

describe('in the graph, patients without readings have no figures to be sorted by', () => {
  it.each([
    ['by: MIN_DELTA', ['falling', 'steady', 'beginner', 'gone', 'unknown']],
    ['by: MIN_DELTA, descending: true', ['steady', 'falling', 'beginner', 'gone', 'unknown']],
    ['by: MIN', ['beginner', 'falling', 'steady', 'gone', 'unknown']],
    ['by: MIN, descending: true', ['steady', 'falling', 'beginner', 'gone', 'unknown']],
  ])('%s', async (sort, expected) => {
    expect(namesIn(await list(`sort: { ${sort} }`))).toEqual(expected);
    expect(await walked(`sort: { ${sort} }`)).toEqual([expected, expected]);
  });
});

it.each([
  ['{ type: CGM, field: MIN_DELTA, comparison: GT, value: -10 }', ['falling', 'steady']],
  ['{ type: CGM, field: MIN, comparison: LT, value: 3.2 }', ['beginner', 'falling']],
])('in the graph, %s finds only patients with readings', async (figure, expected) => {
  const page = await list(`filter: { figures: [${figure}] }`);
  expect(namesIn(page)).toEqual(expected);
  expect(page.count).toBe(expected.length);
});

it('REST sorts and filters by the numbers that it sends', async () => {
  expect(await listOfRest('sort=%2BminDelta')).toEqual(['gone', 'falling', 'steady', 'beginner', 'unknown']);
  expect(await listOfRest('sort=%2Bmin')).toEqual(['gone', 'beginner', 'falling', 'steady', 'unknown']);
  expect(await listOfRest('cgm.min=%3C3.2&sort=%2Bmin')).toEqual(['gone', 'beginner', 'falling']);
});
