import { randomUUID } from 'node:crypto';
import { newAccount, newEmail, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinic,
  newClinician,
  newPatient,
  patientFields,
  type TestClinic,
} from '../../../support/clinics';
import { mailsTo, signupKey, waitForMails } from '../../../support/mails';
import { serverUnderTest } from '../../../support/server';
import { permissionSet } from '../../../support/shares';

const server = serverUnderTest();
const { get, post, put, delete: remove } = api(server);

let clinic: TestClinic;
let token: string;
let serverToken: string;

beforeEach(async () => {
  [clinic, serverToken] = await Promise.all([newClinic(server), newServerToken(server)]);
  token = clinic.admin.token;
});

const pathOf = (id: string) => `${clinic.path}/patients/${id}`;
const read = async (id: string) => accepted(await get(pathOf(id), { token }));
const update = (id: string, body: unknown) => put(pathOf(id), { token, body });
const label = async (kind: string, name: string): Promise<string> =>
  accepted(await post(`${clinic.path}/${kind}`, { token, body: { name } })).id;

describe('changing a patient', () => {
  it('clears some absent fields and keeps the rest', async () => {
    const kept = {
      tags: [await label('patient_tags', 'T')],
      sites: [{ id: await label('sites', 'S'), name: 'S' }],
      diagnosisType: 'lada',
      glycemicRanges: { type: 'preset', preset: 'adaHighRisk' },
      dataSources: [{ providerName: 'dexcom', state: 'connected' }],
    };
    const cleared = { email: newEmail(server), mrn: 'M', targetDevices: ['d'] };
    const patient = await newPatient(server, clinic, { ...kept, ...cleared });
    const body = { fullName: 'New Name', birthDate: '1991-01-01', tags: null, dataSources: null };
    const { status, body: changed } = await update(patient.id, body);
    const { email: _email, mrn: _mrn, targetDevices: _devices, ...rest } = patient;
    expect({ status, changed }).toEqual({
      status: 200,
      changed: { ...rest, fullName: 'New Name', birthDate: '1991-01-01', updatedTime: expect.any(String) },
    });
    expect(await read(patient.id)).toEqual(changed);
    const empty = { ...patientFields, tags: [], sites: [], dataSources: [], diagnosisType: '' };
    const { diagnosisType: _type, ...without } = changed;
    expect((await update(patient.id, empty)).body).toEqual({
      ...without,
      ...patientFields,
      tags: [],
      sites: [],
      dataSources: [],
      updatedTime: expect.any(String),
    });
  });

  it('accepts its own output unchanged, and ignores fields that the clinic may not set', async () => {
    const patient = await newPatient(server, clinic);
    const junk = {
      permissions: {},
      summary: { cgmStats: {} },
      createdTime: 'x',
      connectionRequests: {},
      reviews: [],
    };
    expect((await update(patient.id, { ...patient, ...junk })).body).toEqual({
      ...patient,
      updatedTime: expect.any(String),
    });
  });

  it('keeps reviews and reminders, whatever the body contains', async () => {
    const { id } = await newPatient(server, clinic);
    const { reviews } = { reviews: accepted(await put(`${pathOf(id)}/reviews`, { token })) };
    const { lastUploadReminderTime } = accepted(await post(`${pathOf(id)}/upload_reminder`, { token }));
    const told = {
      reviews: [{ clinicianId: randomUUID(), time: '2024-05-06T07:08:09Z' }],
      lastUploadReminderTime: '2024-05-06T07:08:09Z',
    };
    const { body } = await update(id, { ...patientFields, ...told });
    expect(body).toMatchObject({ reviews, lastUploadReminderTime });
    expect(await read(id)).toEqual(body);
  });

  it.each([{ birthDate: '1990-05-06' }, { fullName: 'A' }, { ...patientFields, mrn: '' }, [], null])(
    'is refused with %j, and then nothing changes',
    async (body) => {
      const patient = await newPatient(server, clinic);
      expect((await update(patient.id, body)).status).toBe(400);
      expect(await read(patient.id)).toEqual(patient);
    },
  );

  it('is refused with an unknown site; a renamed site is updated', async () => {
    const id = await label('sites', 'Old');
    const patient = await newPatient(server, clinic, { sites: [{ id, name: 'Old' }] });
    accepted(await put(`${clinic.path}/sites/${id}`, { token, body: { name: 'New' } }));
    const sites = [{ id, name: 'Old' }];
    expect((await update(patient.id, { ...patient, sites })).body.sites).toEqual([{ id, name: 'New' }]);
    accepted(await remove(`${clinic.path}/sites/${id}`, { token }));
    expect((await update(patient.id, { ...patient, sites })).status).toBe(422);
    expect((await read(patient.id)).sites).toEqual([]);
  });

  it('does not find missing patients', async () => {
    expect((await update(randomUUID(), patientFields)).status).toBe(404);
    expect((await update('nonsense', patientFields)).status).toBe(400);
    expect((await get(pathOf(randomUUID()), { token })).status).toBe(404);
  });

  it('changes the account that the clinic manages: address, profile and the mail to claim it', async () => {
    const [first, second] = [newEmail(server), newEmail(server)];
    const { id } = await newPatient(server, clinic, { email: first, mrn: '1' });
    const [firstMail = ''] = await waitForMails(server, first);
    accepted(await update(id, { ...patientFields, email: second.toUpperCase(), fullName: 'Renamed' }));
    const [secondMail = ''] = await waitForMails(server, second);
    // The same address in another case is no change.
    accepted(await update(id, { ...patientFields, email: second, fullName: 'Renamed' }));
    accepted(await post(`${pathOf(id)}/upload_reminder`, { token }));
    expect(await waitForMails(server, second, 2)).toHaveLength(2);
    expect((await get(`/auth/user/${id}`, { token: serverToken })).body).toMatchObject({ username: second });
    expect((await put(`/confirm/accept/signup/${signupKey(firstMail)}`, { body: {} })).status).toBe(404);
    expect((await put(`/confirm/accept/signup/${signupKey(secondMail)}`, { body: {} })).status).toBe(409);
    expect((await get(`/metadata/${id}/profile`, { token })).body).toEqual({
      fullName: 'Renamed',
      email: second,
      patient: { birthday: patientFields.birthDate, emails: [second] },
    });
    accepted(await update(id, patientFields));
    expect((await get(`/auth/user/${id}`, { token: serverToken })).body).not.toHaveProperty('username');
    expect((await get(`/confirm/signup/${id}`, { token: serverToken })).status).toBe(404);
  });

  it('conflicts with the owner of the address of a managed account, and then nothing changes', async () => {
    const patient = await newPatient(server, clinic);
    const { email } = clinic.admin;
    expect((await update(patient.id, { ...patientFields, fullName: 'X', email })).status).toBe(409);
    expect(await read(patient.id)).toEqual(patient);
  });

  it('leaves accounts with owners unchanged', async () => {
    const account = await newAccount(server);
    accepted(
      await put(`/metadata/${account.userId}/profile`, { token: account.token, body: { fullName: 'Own' } }),
    );
    await addPatient(server, clinic, account, ['view']);
    const email = newEmail(server);
    expect((await update(account.userId, { ...patientFields, email })).body).toMatchObject({ email });
    expect((await get('/auth/user', { token: account.token })).body).toMatchObject({
      username: account.email,
    });
    expect((await get(`/metadata/${account.userId}/profile`, { token })).body).toEqual({ fullName: 'Own' });
    expect(await mailsTo(server, email)).toEqual([]);
  });
});

describe('permissions of a clinic on an account', () => {
  let patient: TestAccount;
  let member: TestAccount;

  beforeEach(async () => {
    [patient, member] = await Promise.all([newAccount(server), newClinician(server, clinic, ['PRESCRIBER'])]);
    await addPatient(server, clinic, patient, ['view', 'upload']);
  });

  const access = async () =>
    (await get(`/access/${patient.userId}/${member.userId}`, { token: member.token })).body;
  const readsData = async () => (await get(`/data/${patient.userId}`, { token: member.token })).status;
  const change = (body: unknown) =>
    put(`${pathOf(patient.userId)}/permissions`, { token: patient.token, body });

  it('apply to all members, in any role, and end with the membership', async () => {
    expect(await access()).toEqual(permissionSet('view', 'upload'));
    expect(await readsData()).toBe(200);
    expect((await get(`/access/groups/${member.userId}`, { token: member.token })).body).toEqual({
      [member.userId]: permissionSet('root'),
    });
    accepted(await remove(`${clinic.path}/clinicians/${member.userId}`, { token }));
    expect(await readsData()).toBe(403);
    expect((await get(`/access/${patient.userId}/${member.userId}`, { token: serverToken })).status).toBe(
      404,
    );
  });

  it('add to direct shares', async () => {
    const path = `/access/${patient.userId}/${member.userId}`;
    accepted(await post(path, { token: patient.token, body: permissionSet('follow', 'view') }));
    expect(await access()).toEqual(permissionSet('view', 'upload', 'follow'));
    expect((await post(path, { token: patient.token })).body).toEqual(permissionSet('view', 'upload'));
  });

  it('do not apply through another clinic', async () => {
    const elsewhere = await newClinic(server);
    expect((await get(`/data/${patient.userId}`, { token: elsewhere.admin.token })).status).toBe(403);
  });

  it('are replaced by the patient, without custody', async () => {
    const { status, body } = await change({ custodian: {}, note: {}, nonsense: {} });
    expect({ status, body }).toEqual({ status: 200, body: permissionSet('note') });
    expect(await access()).toEqual(permissionSet('note'));
    expect(await readsData()).toBe(403);
  });

  it.each([{}, { custodian: {} }])(
    'end with the permissions %j, and so does being a patient',
    async (body) => {
      const answer = await change(body);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect((await get(pathOf(patient.userId), { token })).status).toBe(404);
      expect((await change({ view: {} })).status).toBe(404);
      expect(await readsData()).toBe(403);
    },
  );

  it.each([[[]], [{ view: null }], [{ view: true }], ['x']])('are not changed by %j', async (body) => {
    expect((await change(body)).status).toBe(400);
    expect(await access()).toEqual(permissionSet('view', 'upload'));
  });

  it('are revoked one by one', async () => {
    const revoke = async (name: string, as = patient.token) =>
      (await remove(`${pathOf(patient.userId)}/permissions/${name}`, { token: as })).status;
    expect(await revoke('upload')).toBe(204);
    expect(await revoke('upload')).toBe(404);
    expect(await revoke('follow')).toBe(400);
    expect(await revoke('custodian', serverToken)).toBe(404);
    expect(await access()).toEqual(permissionSet('view'));
    expect(await revoke('view')).toBe(204);
    expect((await get(pathOf(patient.userId), { token })).status).toBe(404);
  });

  it('lose custody through a trusted server', async () => {
    const { id } = await newPatient(server, clinic);
    expect((await remove(`${pathOf(id)}/permissions/custodian`, { token: serverToken })).status).toBe(204);
    expect((await read(id)).permissions).toEqual(permissionSet('view', 'upload', 'note'));
  });
});

describe('removing a patient', () => {
  it('ends access at once; tags and sites count one patient less', async () => {
    const tag = await label('patient_tags', 'T');
    const { id } = await newPatient(server, clinic, { tags: [tag] });
    expect((await get(clinic.path, { token })).body.patientTags).toEqual([
      { id: tag, name: 'T', numPatients: 1 },
    ]);
    expect((await remove(pathOf(id), { token })).status).toBe(204);
    expect((await remove(pathOf(id), { token })).status).toBe(404);
    expect((await get(`/data/${id}`, { token })).status).toBe(403);
    expect((await get(clinic.path, { token })).body.patientTags).toEqual([{ id: tag, name: 'T' }]);
  });

  it('is for administrators and for the patients themselves', async () => {
    const patient = await newAccount(server);
    await addPatient(server, clinic, patient, ['view']);
    expect((await remove(pathOf(patient.userId), { token: patient.token })).status).toBe(204);
    expect((await remove(pathOf(patient.userId), { token: patient.token })).status).toBe(404);
    expect((await remove(pathOf('nonsense'), { token })).status).toBe(400);
  });

  it('frees the address of an account that the clinic managed', async () => {
    const email = newEmail(server);
    const { id } = await newPatient(server, clinic, { email });
    accepted(await remove(pathOf(id), { token }));
    expect((await newPatient(server, clinic, { email })).id).not.toBe(id);
  });

  it('lets the clinic be closed', async () => {
    const { id } = await newPatient(server, clinic);
    const refused = await remove(clinic.path, { token });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'deletion of non-empty clinics is not allowed',
    ]);
    accepted(await remove(pathOf(id), { token }));
    expect((await remove(clinic.path, { token })).status).toBe(204);
  });
});
