import { exportedLegacyRecords } from '../../support/exported-legacy-records';
import { exportedRecords } from '../../support/exported-records';
import { newAccount, newEmail, newServerToken } from '../../support/accounts';
import { api } from '../../support/api';
import { newClinic } from '../../support/clinics';
import { readDescribed, type Described } from '../../support/described-answers';
import { newPerson, type Person } from '../../support/person';
import { permissionSet } from '../../support/shares';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { call, get, post } = api(server);

let described: Described;
let person: Person;

beforeAll(async () => {
  described = await readDescribed(server);
  person = await newPerson(server);
  await person.uploaded(
    await person.openedContinuous({}),
    exportedRecords.map(({ sent }) => sent),
  );
  await person.uploadedLegacy(exportedLegacyRecords.map(({ sent }) => sent));
});

it.each([...new Set([...exportedRecords, ...exportedLegacyRecords].map(({ sent }) => String(sent.type)))])(
  'records of the type %s are as the API reference says, on both upload routes',
  async (type) => {
    const answer = await get(`/data/${person.userId}?type=${type}`, { token: person.token });
    expect(answer.body).not.toEqual([]);
    expect(described.complaints('GET /data/{userId}', answer)).toEqual([]);
  },
);

it('data sets are as the API reference says, on both upload routes', async () => {
  const answer = await get(`/v1/users/${person.userId}/data_sets`, { token: person.token });
  expect(answer.body).toHaveLength(2);
  expect(described.complaints('GET /v1/users/{userId}/data_sets', answer)).toEqual([]);
});

describe('answers that are not usual are in the API reference', () => {
  const nobody = '00000000-0000-4000-8000-000000000000';

  it.each([
    ['GET', '/v1/xealth/report/web/viewer.html', {}],
    ['GET', '/v1/oauth/{providerName}/authorize', { providerName: 'nonsense' }],
    ['GET', '/v1/oauth/{providerName}/redirect', { providerName: 'nonsense' }],
    ['POST', '/v1/patients/{patientId}/summary', { patientId: nobody }],
    ['DELETE', '/v1/summaries/{summaryId}/clinics', { summaryId: 'f'.repeat(24) }],
    ['GET', '/v1/clinics/{clinicId}', { clinicId: 'f'.repeat(24) }],
  ])('%s %s', async (method, path, names: Record<string, string>) => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? name);
    const answer = await call(method, filled, { token: await newServerToken(server) });
    expect(described.complaints(`${method} ${path}`, answer)).toEqual([]);
  });

  it('an invitation by somebody who does not exist', async () => {
    const body = { email: newEmail(server), permissions: permissionSet('view') };
    const token = await newServerToken(server);
    const answer = await post(`/confirm/send/invite/${nobody}`, { token, body });
    expect(answer.status).toBe(404);
    expect(described.complaints('POST /confirm/send/invite/{userId}', answer)).toEqual([]);
  });

  it('a summary of nothing', async () => {
    const { userId, token } = await newAccount(server);
    const answer = await post(`/v1/summaries/cgm/${userId}`, { token });
    expect(answer.body).toBeNull();
    expect(described.complaints('POST /v1/summaries/{summaryType}/{userId}', answer)).toEqual([]);
  });

  it('the plan of a merge', async () => {
    const [target, source] = [await newClinic(server), await newClinic(server)];
    const headers = { Accept: 'application/json' };
    const token = await newServerToken(server);
    const body = { sourceId: source.id };
    const answer = await post(`${target.path}/reports/merge`, { token, headers, body });
    expect(answer.body).toMatchObject({ PreventsMerge: false });
    expect(described.complaints('POST /v1/clinics/{clinicId}/reports/merge', answer)).toEqual([]);
  });

  it.each(['json', 'csv', 'xlsx'])('records as %s', async (format) => {
    const { userId, token } = person;
    const answer = await get(`/export/${userId}?format=${format}`, { token });
    expect(answer.status).toBe(200);
    expect(described.complaints('GET /export/{userId}', answer)).toEqual([]);
  });
});

it.each([
  ['GET', '/v1/tasks'],
  ['GET', '/auth/user/nobody'],
  ['GET', '/v1/clinics'],
  ['GET', '/message/read/nonsense'],
  ['POST', '/data/{userId}'],
])('the API reference has every property of refusals by %s %s', async (method, path) => {
  const { token, userId } = person;
  const body = method === 'POST' ? [{ type: 'nonsense' }] : undefined;
  const answer = await call(method, path.replace('{userId}', userId), { token, body });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  const { properties } = (await get('/openapi.json')).body.components.schemas.Error;
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(answer.body)));
  const ofFindings = Object.keys(properties.errors.items.properties);
  for (const finding of answer.body.errors ?? [])
    expect(ofFindings).toEqual(expect.arrayContaining(Object.keys(finding)));
});
