import { randomUUID } from 'node:crypto';
import { logIn, newAccount, newEmail, newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinic,
  newPatient,
  patientFields,
  type TestClinic,
} from '../../../support/clinics';
import { signupKey, waitForMails } from '../../../support/mails';
import { serverUnderTest } from '../../../support/server';
import { permissionSet } from '../../../support/shares';

const server = serverUnderTest();
const { get, post, put } = api(server);

let clinic: TestClinic;
let token: string;
let serverToken: string;

beforeEach(async () => {
  [clinic, serverToken] = await Promise.all([newClinic(server, { name: 'Heart' }), newServerToken(server)]);
  token = clinic.admin.token;
});

const create = (body: unknown, as = token) => post(`${clinic.path}/patients`, { token: as, body });
const label = async (kind: string, name: string): Promise<string> =>
  accepted(await post(`${clinic.path}/${kind}`, { token, body: { name } })).id;

const shown = {
  id: expect.any(String),
  permissions: permissionSet('custodian', 'view', 'upload', 'note'),
  tags: [],
  sites: [],
  dataSources: null,
  reviews: [],
  connectionRequests: { dexcom: [], twiist: [], abbott: [] },
  createdTime: expect.stringMatching(/\.\d{3}Z$/),
  updatedTime: expect.stringMatching(/\.\d{3}Z$/),
};

const threshold = (name: string) => ({ name, upperBound: { value: 70.5, units: 'mg/dL' } });

describe('a patient with an account created by the clinic', () => {
  it('requires a name and a birthday; other details are optional', async () => {
    const { status, body } = await create(patientFields);
    expect({ status, body }).toEqual({ status: 200, body: { ...patientFields, ...shown } });
    expect((await get(`${clinic.path}/patients/${body.id}`, { token })).body).toEqual(body);
  });

  it('stores all details, except for fields that the clinic may not set', async () => {
    const [tag, site] = [await label('patient_tags', 'T'), await label('sites', 'S')];
    const email = newEmail(server);
    const told = {
      ...patientFields,
      email: email.toUpperCase(),
      mrn: ' aB 1 ',
      targetDevices: ['b', 'a'],
      diagnosisType: 'type3c',
      tags: [tag, 'f'.repeat(24)],
      sites: [{ id: site, name: 'ignored' }, { id: site }],
      glycemicRanges: { type: 'preset', preset: 'adaHighRisk', custom: null },
      dataSources: [{ providerName: 'dexcom', state: 'pending', modifiedTime: '2024-05-06T07:08:09+02:00' }],
    };
    const ignored = {
      id: randomUUID(),
      permissions: {},
      reviews: [{ clinicianId: 'x', time: '2024-05-06T07:08:09Z' }],
      attestationSubmitted: true,
      createdTime: 'x',
    };
    const { custom: _custom, ...ranges } = told.glycemicRanges;
    const { body } = await create({ ...told, ...ignored, glycemicRanges: ranges });
    expect(body).toEqual({
      ...told,
      ...shown,
      email,
      tags: [tag],
      sites: [{ id: site, name: 'S' }],
      glycemicRanges: ranges,
      dataSources: [{ providerName: 'dexcom', state: 'pending', modifiedTime: '2024-05-06T05:08:09.000Z' }],
    });
    expect(body.id).not.toBe(ignored.id);
  });

  it.each([
    [{}, { type: 'preset', preset: 'adaStandard' }],
    [
      {
        type: 'custom',
        preset: 'adaStandard',
        custom: {
          name: 'Mine',
          thresholds: [
            { ...threshold('a'), inclusive: true },
            { ...threshold('b'), inclusive: false },
            threshold('c'),
            threshold('d'),
          ],
        },
      },
      {
        type: 'custom',
        custom: {
          name: 'Mine',
          thresholds: [
            { ...threshold('a'), inclusive: true },
            threshold('b'),
            threshold('c'),
            threshold('d'),
          ],
        },
      },
    ],
  ])('stores the ranges %j in one form', async (glycemicRanges, kept) => {
    expect((await create({ ...patientFields, glycemicRanges })).body.glycemicRanges).toEqual(kept);
  });

  it.each<[string, object]>([
    ['no name', { fullName: undefined }],
    ['an empty name', { fullName: '' }],
    ['no birthday', { birthDate: undefined }],
    ['an impossible date', { birthDate: '1990-02-30' }],
    ['a birthday in another form', { birthDate: '1990-5-6' }],
    ['an empty record number', { mrn: '' }],
    ['something else than an address', { email: 'a b@example.org' }],
    ['null', { mrn: null }],
    ['another kind of diabetes', { diagnosisType: 'type9' }],
    ['other ranges', { glycemicRanges: { preset: 'mine' } }],
    ['another type of ranges', { glycemicRanges: { type: 'mine' } }],
    [
      'three thresholds',
      {
        glycemicRanges: {
          type: 'custom',
          custom: { name: 'x', thresholds: ['a', 'b', 'c'].map(threshold) },
        },
      },
    ],
    ['a tag twice', { tags: ['e'.repeat(24), 'e'.repeat(24)] }],
    ['an id that no tag has', { tags: ['nonsense'] }],
    ['an id that no site has', { sites: [{ id: 'nonsense' }] }],
    ['a site without id', { sites: [{ name: 'S' }] }],
    ['another state of a source', { dataSources: [{ providerName: 'x', state: 'lost' }] }],
    ['a source without name', { dataSources: [{ providerName: '', state: 'pending' }] }],
    [
      'a source with a wrong time',
      { dataSources: [{ providerName: 'x', state: 'pending', modifiedTime: 'now' }] },
    ],
  ])('is refused with %s', async (_what, fields) => {
    expect((await create({ ...patientFields, ...fields })).status).toBe(400);
  });

  it.each<[string, object]>([
    ['/fullName', { fullName: '' }],
    ['/birthDate', { birthDate: 'x' }],
    ['/email', { email: 'x' }],
    ['/tags', { tags: ['nonsense'] }],
    ['/tags', { tags: ['e'.repeat(24), 'e'.repeat(24)] }],
    ['/sites', { sites: [{ id: 'nonsense' }] }],
    ['/sites/0/id', { sites: [{}] }],
    ['/diagnosisType', { diagnosisType: 'x' }],
    ['/glycemicRanges/preset', { glycemicRanges: { preset: 'x' } }],
    ['/dataSources/0/state', { dataSources: [{ providerName: 'x', state: 'lost' }] }],
  ])('gets an error at %s', async (pointer, fields) => {
    const { body } = await create({ ...patientFields, ...fields });
    expect(body).toMatchObject({ code: 400, message: expect.any(String), reason: body.message });
    expect(body.errors[0].source).toEqual({ pointer });
  });

  it('gets errors in the graph with the names in the graph', async () => {
    const operation = `mutation ($input: CreatePatientInput!) { createPatient(input: $input) { patient { userId } } }`;
    for (const name of ['tagIds', 'siteIds']) {
      const input = { clinicId: clinic.id, ...patientFields, [name]: ['nonsense'] };
      const { body } = await api(server).graph(operation, { token, variables: { input } });
      expect(body.errors[0].extensions.errors[0].source.pointer).toBe(`/input/${name}`);
    }
  });

  it('is refused without a body', async () => {
    expect((await post(`${clinic.path}/patients`, { token })).status).toBe(400);
  });

  it('treats null, and an empty diabetes type, as absent', async () => {
    const body = { ...patientFields, tags: null, dataSources: null, reviews: null, diagnosisType: '' };
    expect((await create(body)).body).toEqual({ ...patientFields, ...shown });
  });

  it('is refused with an unknown site, and leaves no account behind', async () => {
    const email = newEmail(server);
    const sites = [{ id: 'f'.repeat(24) }];
    expect((await create({ ...patientFields, email, sites })).status).toBe(422);
    expect((await create({ ...patientFields, email })).status).toBe(200);
  });

  it('conflicts with the owner of the address, in any case', async () => {
    const email = clinic.admin.email.toUpperCase();
    expect((await create({ ...patientFields, email })).status).toBe(409);
    const own = newEmail(server);
    const answers = await Promise.all([1, 2, 3].map(() => create({ ...patientFields, email: own })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('has an account without log-in, and a profile', async () => {
    const email = newEmail(server);
    const { id } = await newPatient(server, clinic, {
      email,
      mrn: '7',
      diagnosisType: 'type1',
      targetDevices: ['x'],
    });
    expect((await get(`/auth/user/${id}`, { token: serverToken })).body).toMatchObject({
      username: email,
      emailVerified: false,
      passwordExists: false,
      roles: ['custodial_account', 'patient'],
    });
    expect((await logIn(server, email, 'open-sesame')).status).toBe(401);
    expect((await get(`/metadata/${id}/profile`, { token })).body).toEqual({
      fullName: patientFields.fullName,
      email,
      patient: {
        birthday: patientFields.birthDate,
        mrn: '7',
        targetDevices: ['x'],
        emails: [email],
        diagnosisType: 'type1',
      },
    });
  });

  it('has an account without an address if none is known', async () => {
    const { id } = await newPatient(server, clinic);
    const { body } = await get(`/auth/user/${id}`, { token: serverToken });
    expect(body).not.toHaveProperty('username');
  });

  it('claims the account through the mail, which names clinic and clinician; custody ends', async () => {
    const email = newEmail(server);
    const profile = { token, body: { fullName: 'Dr. Dee' } };
    accepted(await put(`/metadata/${clinic.admin.userId}/profile`, profile));
    const { id } = await newPatient(server, clinic, { email });
    const [mail = ''] = await waitForMails(server, email);
    expect(mail).toContain('Dr. Dee of Heart has opened');
    const byServer = newEmail(server);
    accepted(await create({ ...patientFields, email: byServer }, serverToken));
    expect((await waitForMails(server, byServer))[0]).not.toContain('Dr. Dee');
    const confirmation = accepted(await get(`/confirm/signup/${id}`, { token: serverToken }));
    expect(confirmation).toMatchObject({ clinicId: clinic.id, creatorId: clinic.admin.userId });
    const body = { password: 'open-sesame', birthday: patientFields.birthDate };
    accepted(await put(`/confirm/accept/signup/${signupKey(mail)}`, { body }));
    const permissions = permissionSet('view', 'upload', 'note');
    expect((await get(`${clinic.path}/patients/${id}`, { token })).body.permissions).toEqual(permissions);
    expect((await get(`/access/${id}/${clinic.admin.userId}`, { token })).body).toEqual(permissions);
    expect((await logIn(server, email, 'open-sesame')).status).toBe(200);
  });

  it('requires a clinic', async () => {
    const path = `/v1/clinics/${'f'.repeat(24)}/patients`;
    expect((await post(path, { token: serverToken, body: patientFields })).status).toBe(404);
  });
});

describe('a patient who has an account', () => {
  it('brings the details of account and profile', async () => {
    const account = await newAccount(server);
    const profile = {
      fullName: 'Parent',
      patient: { fullName: 'Child', birthday: '2015-01-02', mrn: 'M', targetDevices: ['d'] },
    };
    accepted(await put(`/metadata/${account.userId}/profile`, { token: account.token, body: profile }));
    expect(await addPatient(server, clinic, account, ['view', 'note'])).toEqual({
      ...shown,
      id: account.userId,
      email: account.email,
      fullName: 'Child',
      birthDate: '2015-01-02',
      mrn: 'M',
      targetDevices: ['d'],
      permissions: permissionSet('view', 'note'),
    });
  });

  it('has the details in the body first, and no birthday if none is given', async () => {
    const account = await newAccount(server);
    const site = await label('sites', 'S');
    const sites = [{ id: site }, { id: 'f'.repeat(24) }];
    const added = await addPatient(server, clinic, account, ['view'], { fullName: 'Told', sites });
    expect(added).toMatchObject({
      fullName: 'Told',
      birthDate: '0001-01-01',
      sites: [{ id: site, name: 'S' }],
    });
  });

  it('is a conflict for existing patients, unless they come from a legacy account', async () => {
    const account = await newAccount(server);
    await addPatient(server, clinic, account, ['view']);
    const path = `${clinic.path}/patients/${account.userId}`;
    expect((await post(path, { token: serverToken, body: {} })).status).toBe(409);
    const body = { legacyClinicianId: clinic.admin.userId };
    const { status, body: patient } = await post(path, { token: serverToken, body });
    expect([status, patient.permissions]).toEqual([200, permissionSet('view')]);
    for (const wrong of [{ legacyClinicianId: 'x' }, { isMigrated: null }, { permissions: { view: true } }])
      expect((await post(path, { token: serverToken, body: wrong })).status).toBe(400);
    expect((await post(`${clinic.path}/patients/${randomUUID()}`, { token: serverToken })).status).toBe(404);
  });
});

describe('the limit of a clinic of the free tier in the United States', () => {
  it('prevents new accounts and new addresses', async () => {
    clinic = await newClinic(server, { country: 'US' });
    token = clinic.admin.token;
    const batch = () => Promise.all(Array.from({ length: 10 }, () => create(patientFields)));
    for (let count = 0; count < 240; count += 10) (await batch()).forEach(accepted);
    const email = newEmail(server);
    const [shared] = await Promise.all([newAccount(server)]);
    await addPatient(server, clinic, shared, ['view']);
    const last = await Promise.all(Array.from({ length: 12 }, () => create(patientFields)));
    expect(last.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 402, 402, 402]);
    const refused = await create({ ...patientFields, email });
    expect(refused.status).toBe(402);
    await addPatient(server, clinic, await newAccount(server), ['view']);
    const body = { name: 'Abroad', preferredBgUnits: 'mg/dL', country: 'USA' };
    accepted(await put(clinic.path, { token, body }));
    expect((await create({ ...patientFields, email })).status).toBe(200);
  });
});
