import { randomUUID } from 'node:crypto';
import { newAccount, newEmail, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinic,
  newPatient,
  patientFields,
  type TestClinic,
} from '../../../support/clinics';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { call, get, post, put } = api(server);

let clinic: TestClinic;
let token: string;
let serverToken: string;
let stranger: TestAccount;

beforeAll(async () => {
  [clinic, serverToken, stranger] = await Promise.all([
    newClinic(server, { country: 'US' }),
    newServerToken(server),
    newAccount(server),
  ]);
  token = clinic.admin.token;
});

const nobody = 'f'.repeat(24);

describe('errors in a new patient are reported in this order:', () => {
  /** From the last check to the first; each body has all errors of those before it. */
  const wrong: [what: string, fields: () => object, status: number][] = [
    ['an address that belongs to somebody', () => ({ email: clinic.admin.email }), 409],
    ['a site that the clinic does not have', () => ({ sites: [{ id: nobody }] }), 422],
    ['the limit of the clinic', () => ({}), 402],
    ['a record number that another patient has', () => ({ mrn: 'taken' }), 400],
    ['a body that is not valid', () => ({ birthDate: 'x' }), 400],
  ];

  it(wrong.map(([what]) => what).join(', after '), async () => {
    await newPatient(server, clinic, { mrn: 'taken' });
    const settings = (name: string, body: object) =>
      put(`${clinic.path}/settings/${name}`, { token: serverToken, body });
    let body: object = patientFields;
    for (const [what, fields, status] of wrong) {
      if (status === 402) accepted(await settings('patient_count', { hardLimit: { plan: 1 } }));
      if (what.startsWith('a record')) accepted(await settings('mrn', { required: false, unique: true }));
      body = { ...body, ...fields() };
      const answer = await post(`${clinic.path}/patients`, { token, body });
      expect([what, answer.status]).toEqual([what, status]);
    }
    expect((await get(`${clinic.path}/patients`, { token })).body.meta.totalCount).toBe(1);
  });
});

it('errors in a change of a patient are reported in this order: body, clinic and patient, number, site, address', async () => {
  const own = await newClinic(server);
  const as = own.admin.token;
  const [one] = [await newPatient(server, own, { mrn: 'taken' })];
  const { id } = await newPatient(server, own);
  const body = { token: serverToken, body: { required: false, unique: true } };
  accepted(await put(`${own.path}/settings/mrn`, body));
  const change = async (fields: object, userId = id, by = as) =>
    (await put(`${own.path}/patients/${userId}`, { token: by, body: { ...patientFields, ...fields } }))
      .status;
  const all = { email: own.admin.email, sites: [{ id: nobody }], mrn: 'taken' };
  expect(await change({ ...all, fullName: '' }, randomUUID())).toBe(400);
  expect(await change(all, randomUUID())).toBe(404);
  expect(await change(all)).toBe(400);
  expect(await change({ ...all, mrn: 'free' })).toBe(422);
  expect(await change({ email: own.admin.email })).toBe(409);
  expect(await change({ mrn: 'taken' }, one.id)).toBe(200);
  const unknown = `/v1/clinics/${nobody}/patients/${id}`;
  expect((await put(unknown, { token: serverToken, body: patientFields })).status).toBe(404);
  expect((await put(unknown, { token: serverToken, body: {} })).status).toBe(400);
});

describe('routes of invitations', () => {
  const ofClinic = `/v1/clinics/c/invites`;
  const routes = [
    ['POST', `${ofClinic}/clinicians`],
    ['GET', `${ofClinic}/clinicians/key`],
    ['PATCH', `${ofClinic}/clinicians/key`],
    ['DELETE', `${ofClinic}/clinicians/key`],
    ['GET', `${ofClinic}/patients`],
    ['PUT', `${ofClinic}/patients/key`],
    ['DELETE', `${ofClinic}/patients/key`],
    ['GET', '/v1/clinicians/u/invites'],
    ['PUT', '/v1/clinicians/u/invites/key'],
    ['DELETE', '/v1/clinicians/u/invites/key'],
  ] as const;

  it.each(routes)(
    'exist twice, and respond 401 without permission, whatever else is wrong: %s %s',
    async (method, path) => {
      for (const prefix of ['', '/confirm']) {
        for (const id of [clinic.id, nobody, 'nonsense']) {
          const address = prefix + path.replace('/c/', `/${id}/`).replace('/u/', `/${clinic.admin.userId}/`);
          const raw = method === 'GET' ? {} : { raw: '{' };
          for (const as of [undefined, 'nonsense', stranger.token]) {
            const answer = await call(method, address, { token: as, ...raw });
            expect([address, answer.status]).toEqual([address, 401]);
            expect(answer.body).toEqual({
              code: 401,
              message: expect.any(String),
              reason: answer.body.message,
            });
          }
        }
      }
    },
  );

  it.each(routes)('report errors in the path to callers with permission: %s %s', async (method, path) => {
    // Impossible account or clinic ids are refused for all callers, except that trusted servers may use any clinic id.
    if (!path.includes('/c/')) return;
    for (const prefix of ['', '/confirm']) {
      const address = prefix + path.replace('/c/', '/nonsense/');
      const body = method === 'POST' ? { email: 'ann@example.org', roles: ['PRESCRIBER'] } : undefined;
      expect((await call(method, address, { token: serverToken, body })).status).toBe(400);
    }
  });
});

it("patients can neither read nor change the clinic's record of them", async () => {
  const patient = await newAccount(server);
  await addPatient(server, clinic, patient, ['view']);
  const path = `${clinic.path}/patients/${patient.userId}`;
  for (const method of ['GET', 'PUT', 'POST']) {
    const body = method === 'GET' ? {} : { body: patientFields };
    expect((await call(method, path, { token: patient.token, ...body })).status).toBe(403);
  }
  for (const as of [token, serverToken])
    expect((await put(`${path}/permissions`, { token: as, body: { view: {} } })).status).toBe(403);
});

it('an account that a trusted server creates through a clinic has no creator', async () => {
  const own = await newClinic(server);
  const email = newEmail(server);
  const body = { ...patientFields, email };
  const { id } = accepted(await post(`${own.path}/patients`, { token: serverToken, body }));
  const confirmation = accepted(await get(`/confirm/signup/${id}`, { token: serverToken }));
  expect(confirmation.clinicId).toBe(own.id);
  expect(confirmation.creatorId ?? '').toBe('');
});

describe('a clinic that manages an account', () => {
  it('keeps the patient without custody when a trusted server revokes it', async () => {
    const own = await newClinic(server);
    const { id } = await newPatient(server, own);
    const other = await newClinic(server);
    await addPatient(server, other, { userId: id }, ['custodian', 'view'], patientFields);
    const path = `${other.path}/patients/${id}`;
    const revoked = await call('DELETE', `${path}/permissions/custodian`, { token: serverToken });
    expect(revoked.status).toBe(204);
    expect((await get(path, { token: other.admin.token })).body.permissions).toEqual({ view: {} });
    expect((await get(`${own.path}/patients/${id}`, { token: own.admin.token })).status).toBe(200);
  });
});
