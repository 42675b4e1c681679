import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted, newClinic, type TestClinic } from '../../../support/clinics';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, delete: remove, graph } = api(server);

/** A client in the tests' clients file. */
const program = { name: 'Importer', client_id: 'clinic-program', client_secret: 'secret of the program' };

let clinic: TestClinic;
let token: string;

beforeEach(async () => {
  clinic = await newClinic(server);
  token = await newServerToken(server);
});

const add = (body: unknown = program, path = clinic.path, as = token) =>
  post(`${path}/service_accounts`, { token: as, body });

it('a program becomes a member, whose secret is never shown', async () => {
  const { status, body, text } = await add();
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      id: expect.any(String),
      email: '',
      name: 'Importer',
      roles: ['CLINIC_MEMBER'],
      createdTime: expect.any(String),
      updatedTime: expect.any(String),
    },
  });
  expect(text).not.toContain(program.client_secret);
  expect((await add()).status).toBe(409);
  const people: Json[] = accepted(await get(`${clinic.path}/clinicians`, { token }));
  expect(people.map(({ id }) => id)).toContain(body.id);
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: program.client_id,
    client_secret: program.client_secret,
  });
  const issued = await fetch(`${server.url}/realms/dev1/protocol/openid-connect/token`, {
    method: 'POST',
    body: form,
  });
  const { access_token: own } = (await issued.json()) as { access_token: string };
  expect((await get(`${clinic.path}/patients`, { token: own })).status).toBe(200);
  expect((await remove(`${clinic.path}/clinicians/${body.id}`, { token })).status).toBe(200);
  expect((await get(`${clinic.path}/patients`, { token: own })).status).toBe(403);
});

it('a program that is added several times concurrently is there once', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => add()));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const people: Json[] = accepted(await get(`${clinic.path}/clinicians`, { token }));
  expect(people.filter(({ name }) => name === program.name)).toHaveLength(1);
});

it('only valid credentials are accepted, and only by clinics that are not legacy accounts', async () => {
  for (const change of [
    { name: '' },
    { name: undefined },
    { client_id: '' },
    { client_id: 'unknown' },
    { client_secret: '' },
    { client_secret: 'wrong' },
    { client_id: 'lasting-server', client_secret: 'secret of the server' },
  ])
    expect([change, (await add({ ...program, ...change })).status]).toEqual([change, 400]);
  expect((await add(program, `/v1/clinics/${'f'.repeat(24)}`)).status).toBe(404);
  expect((await add({}, clinic.path, clinic.admin.token)).status).toBe(403);
  const { userId } = await newAccount(server, { roles: ['clinic'] });
  const { id } = accepted(await post(`/v1/clinicians/${userId}/migrate`, { token }));
  expect((await add(program, `/v1/clinics/${id}`)).status).toBe(422);
});

it('the graph adds programs too', async () => {
  const operation = `mutation ($input: AddServiceAccountInput!) {
    addServiceAccount(input: $input) { clinician { name roles email } }
  }`;
  const input = {
    clinicId: clinic.id,
    name: 'Importer',
    clientId: program.client_id,
    clientSecret: program.client_secret,
  };
  const { body } = await graph(operation, { token, variables: { input } });
  expect(body.data.addServiceAccount.clinician).toEqual({
    name: 'Importer',
    roles: ['CLINIC_MEMBER'],
    email: null,
  });
});
