import { newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted, newClinic, newPatient, type TestClinic } from '../../../support/clinics';
import { connectClinic, matchBody, newOrder, person, sendMessage, sent } from '../../../support/ehr';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put, graph } = api(server);

let clinic: TestClinic;
let token: string;
let sourceId: string;

beforeAll(async () => {
  token = await newServerToken(server);
  clinic = await newClinic(server);
  sourceId = await connectClinic(server, clinic);
});

const match = (body: unknown) => post('/v1/redox/match', { token, body });
const matched = async (documentId: string, patients?: object): Promise<Json> =>
  accepted(await match(matchBody(documentId, patients)));
const idsOf = ({ patients }: Json) => (patients as { id: string }[] | undefined)?.map(({ id }) => id);

it('is for trusted servers', async () => {
  const documentId = await sent(server, newOrder(sourceId));
  const body = matchBody(documentId);
  const { token: admin } = clinic.admin;
  expect((await post('/v1/redox/match', { body })).status).toBe(401);
  expect((await post('/v1/redox/match', { token: admin, body: 'no' })).status).toBe(403);
});

it('refuses malformed requests', async () => {
  const documentId = await sent(server, newOrder(sourceId));
  const messageRef = { dataModel: 'Order', eventType: 'New', documentId };
  for (const body of [
    {},
    { messageRef: null },
    { messageRef: { ...messageRef, documentId: 'short' } },
    { messageRef: { ...messageRef, documentId: 'F'.repeat(24) } },
    { messageRef: { ...messageRef, documentId: undefined } },
    { messageRef: { ...messageRef, dataModel: 'Results' } },
    { messageRef: { ...messageRef, eventType: 'Update' } },
    { messageRef, patients: {} },
    { messageRef, patients: { criteria: [] } },
    { messageRef, patients: { criteria: ['NAME'] } },
    { messageRef, patients: { criteria: ['MRN'], onUniqueMatch: 'DELETE' } },
    [],
    undefined,
  ]) {
    expect([body, (await match(body)).status]).toEqual([body, 400]);
  }
});

it('matches only new orders', async () => {
  const { body } = await sendMessage(server, { Meta: { DataModel: 'Order', EventType: 'Cancel' } });
  expect((await match(matchBody(body.documentId as string))).status).toBe(404);
  expect((await match(matchBody('f'.repeat(24)))).status).toBe(404);
});

describe('the clinic', () => {
  it('is returned with its settings, and without patients if there was no search', async () => {
    const answer = await matched(await sent(server, newOrder(sourceId)));
    expect(answer).toEqual({
      clinic: (await get(clinic.path, { token })).body,
      settings: (await get(`${clinic.path}/settings/ehr`, { token })).body,
    });
  });

  it('must be unique, connected and named in the order', async () => {
    expect((await match(matchBody(await sent(server, newOrder(null))))).status).toBe(400);
    expect((await match(matchBody(await sent(server, newOrder('unknown'))))).status).toBe(404);
    for (const changes of [{ enabled: false }, { provider: 'xealth' }]) {
      const source = await connectClinic(server, await newClinic(server), changes);
      expect((await match(matchBody(await sent(server, newOrder(source))))).status).toBe(404);
    }
    const source = await connectClinic(server, await newClinic(server));
    await connectClinic(server, await newClinic(server), { sourceId: source });
    expect((await match(matchBody(await sent(server, newOrder(source))))).status).toBe(409);
    const spaced = await sent(server, newOrder(`${sourceId} `));
    expect((await match(matchBody(spaced))).status).toBe(404);
  });
});

describe('patients', () => {
  it.each([
    ['without a record number', { mrn: null }, 200],
    ['with a number of another type', { mrnType: 'PHN' }, 200],
    ['without a birthday', { birthDate: null }, 400],
    ['without any name', { firstName: null, lastName: '' }, 400],
    ['without either, but without a number, too', { mrn: null, birthDate: null, lastName: null }, 200],
  ])('of an order %s', async (_name, fields, status) => {
    const documentId = await sent(server, newOrder(sourceId, fields));
    for (const patients of [undefined, { criteria: ['MRN'] }]) {
      const answer = await match(matchBody(documentId, patients));
      expect(answer.status).toBe(status);
      if (status === 200) expect(Object.keys(answer.body).sort()).toEqual(['clinic', 'settings']);
    }
  });

  it('are found by each criterion, without duplicates, in the order of the criteria', async () => {
    const own = await newClinic(server);
    const source = await connectClinic(server, own, { mrnIdType: 'mRn' });
    const add = async (fields: object) => (await newPatient(server, own, fields)).id as string;
    const [mrn, birthDate, fullName] = ['Áb1', person.birthDate, 'Ánn Öther'];
    const both = await add({ mrn, birthDate, fullName: 'Somebody Else' });
    const number = await add({ mrn: 'ab1', birthDate: '1991-01-01', fullName: 'Third Person' });
    const name = await add({ mrn: 'other', birthDate, fullName });
    const all = await add({ mrn: 'AB1', birthDate, fullName: 'ANN OTHER' });
    await add({ mrn: 'x', birthDate: '1991-01-01', fullName });
    const documentId = await sent(server, newOrder(source, { mrn: 'AB1', mrnType: 'MrN' }));
    const find = async (...criteria: string[]) => idsOf(await matched(documentId, { criteria })) ?? [];
    expect((await find('MRN')).sort()).toEqual([all, both, number].sort());
    expect((await find('MRN_DOB')).sort()).toEqual([all, both].sort());
    expect((await find('DOB_FULLNAME')).sort()).toEqual([all, name].sort());
    const united = await find('DOB_FULLNAME', 'MRN_DOB');
    expect(united.sort()).toEqual([all, both, name].sort());
    expect(await find('DOB_FULLNAME', 'MRN')).toHaveLength(4);
    const [one] = (await matched(documentId, { criteria: ['MRN'] })).patients as Json[];
    expect(one).toEqual((await get(`${own.path}/patients/${one?.id as string}`, { token })).body);
  });

  it('are no others whose names differ in vowel signs', async () => {
    const own = await newClinic(server);
    const source = await connectClinic(server, own);
    const { birthDate } = person;
    const names = ['करण शर्मा', 'กา มี', 'தமிழ் கா'];
    for (const [number, fullName] of names.entries())
      await newPatient(server, own, { mrn: `n${number}`, birthDate, fullName });
    const find = async (fullName: string) => {
      const [firstName, lastName] = fullName.split(' ');
      const documentId = await sent(server, newOrder(source, { mrn: 'none', firstName, lastName }));
      return idsOf(await matched(documentId, { criteria: ['DOB_FULLNAME'] }))?.length ?? 0;
    };
    for (const fullName of names) expect([fullName, await find(fullName)]).toEqual([fullName, 1]);
    for (const other of ['किरण शर्मा', 'กา มู', 'தமிழ் கி'])
      expect([other, await find(other)]).toEqual([other, 0]);
  });

  it('are omitted if none match', async () => {
    const documentId = await sent(server, newOrder(sourceId, { mrn: 'nobody' }));
    const answer = await matched(documentId, { criteria: ['MRN', 'MRN_DOB', 'DOB_FULLNAME'] });
    expect(answer).not.toHaveProperty('patients');
  });

  it('are also found in the graph', async () => {
    const query = `mutation ($input: MatchEhrOrderInput!) {
      matchEhrOrder(input: $input) { clinic { id } settings { provider } patients { userId } }
    }`;
    const documentId = await sent(server, newOrder(sourceId, { mrn: 'nobody' }));
    const ask = (patients: object | null) =>
      graph(query, { token, variables: { input: { documentId, patients } } });
    const matchEhrOrder = { clinic: { id: clinic.id }, settings: { provider: 'REDOX' } };
    expect((await ask(null)).body.data).toEqual({ matchEhrOrder: { ...matchEhrOrder, patients: null } });
    expect((await ask({ criteria: ['MRN'] })).body.data).toEqual({
      matchEhrOrder: { ...matchEhrOrder, patients: [] },
    });
    expect((await ask({ criteria: [] })).body.errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });
});

it('compares record numbers like the clinic does after a change', async () => {
  const own = await newClinic(server);
  const source = await connectClinic(server, own);
  const { id } = await newPatient(server, own, { mrn: '1' });
  const body = { fullName: 'Ann Other', birthDate: person.birthDate, mrn: '2' };
  accepted(await put(`${own.path}/patients/${id as string}`, { token: own.admin.token, body }));
  const documentId = await sent(server, newOrder(source, { mrn: '2' }));
  expect(idsOf(await matched(documentId, { criteria: ['MRN_DOB'] }))).toEqual([id]);
});
