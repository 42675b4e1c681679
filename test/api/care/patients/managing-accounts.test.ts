import { logIn, newAccount, newEmail, newServerToken } from '../../../support/accounts';
import { api, type Answer } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinic,
  newClinician,
  patientFields,
  type TestClinic,
} from '../../../support/clinics';
import { mailsTo, signupKey, waitForMails } from '../../../support/mails';
import { serverUnderTest } from '../../../support/server';
import { permissionSet } from '../../../support/shares';

const server = serverUnderTest();
const { get, post, put, delete: remove } = api(server);

const managed = ['custodian', 'view'];
const details = { ...patientFields, mrn: 'M1' };
const password = 'my-first-password';

let clinic: TestClinic;
let token: string;

beforeEach(async () => {
  [clinic, token] = await Promise.all([newClinic(server, { name: 'Heart' }), newServerToken(server)]);
});

/** An account that nobody has claimed, created by a trusted server; without an address if none is given. */
const newUnclaimed = async (...emails: string[]): Promise<string> =>
  accepted(await post(`${clinic.path}/users`, { token, body: { emails } })).userid;

const pendingClaim = (userId: string): Promise<Answer> => get(`/confirm/signup/${userId}`, { token });
const readProfile = (userId: string): Promise<Answer> => get(`/metadata/${userId}/profile`, { token });

describe('an existing account that a clinic is to manage', () => {
  it('gets a profile, and its owner can claim it', async () => {
    const email = newEmail(server, { verified: false });
    const userId = await newUnclaimed(email);
    await addPatient(server, clinic, { userId }, managed, details);
    expect(accepted(await readProfile(userId))).toEqual({
      fullName: details.fullName,
      email,
      patient: { birthday: details.birthDate, mrn: 'M1', emails: [email] },
    });
    expect(accepted(await pendingClaim(userId))).toMatchObject({ clinicId: clinic.id, status: 'pending' });
    const [mail = ''] = await waitForMails(server, email);
    expect(mail).toContain('Heart');
    const body = { password, birthday: details.birthDate };
    accepted(await put(`/confirm/accept/signup/${signupKey(mail)}`, { body }));
    expect((await logIn(server, email, password)).status).toBe(200);
    const { permissions } = accepted(await get(`${clinic.path}/patients/${userId}`, { token }));
    expect(permissions).toEqual(permissionSet('view'));
  });

  it('gets no second mail while an earlier one is valid', async () => {
    const email = newEmail(server, { verified: false });
    const userId = await newUnclaimed(email);
    accepted(await post(`/confirm/send/signup/${userId}`, { token }));
    const before = accepted(await pendingClaim(userId));
    await addPatient(server, clinic, { userId }, managed, details);
    const other = await newClinic(server);
    await addPatient(server, other, { userId }, managed, { ...details, mrn: 'M2' });
    expect(accepted(await pendingClaim(userId))).toEqual(before);
    expect(accepted(await readProfile(userId)).patient.mrn).toBe('M2');
    const [mail = ''] = await waitForMails(server, email);
    const body = { password, birthday: details.birthDate };
    accepted(await put(`/confirm/accept/signup/${signupKey(mail)}`, { body }));
    expect(await mailsTo(server, email)).toHaveLength(1);
  });

  it('keeps what its profile says, and gets what the clinic adds', async () => {
    const userId = await newUnclaimed();
    const patient = {
      fullName: 'Child',
      isOtherPerson: true,
      birthday: '1850-02-03',
      diagnosisType: 'type1',
    };
    const profile = { fullName: 'Parent', patient };
    accepted(await put(`/metadata/${userId}/profile`, { token, body: profile }));
    await addPatient(server, clinic, { userId }, managed, {});
    expect(accepted(await readProfile(userId))).toEqual(profile);
    const { fullName } = accepted(await get(`${clinic.path}/patients/${userId}`, { token }));
    expect(fullName).toBe('Child');
    await addPatient(server, await newClinic(server), { userId }, managed, {
      mrn: 'M2',
      birthDate: '2015-02-03',
    });
    expect(accepted(await readProfile(userId))).toEqual({
      ...profile,
      patient: { ...patient, mrn: 'M2', birthday: '2015-02-03' },
    });
  });

  it('gets only a profile without an address', async () => {
    const userId = await newUnclaimed();
    await addPatient(server, clinic, { userId }, managed, details);
    expect(accepted(await readProfile(userId)).patient).toEqual({ birthday: details.birthDate, mrn: 'M1' });
    expect((await pendingClaim(userId)).status).toBe(404);
  });
});

it.each([
  ['the clinic is not to manage it', ['view'], {}],
  ['it migrates with its clinic', managed, { isMigrated: true }],
])('an unclaimed account stays as it is if %s', async (_reason, permissions, more) => {
  const userId = await newUnclaimed(newEmail(server));
  await addPatient(server, clinic, { userId }, permissions, { ...details, ...more });
  expect((await readProfile(userId)).status).toBe(404);
  expect((await pendingClaim(userId)).status).toBe(404);
});

it('a claimed account keeps its profile, and is not to be claimed again', async () => {
  const person = await newAccount(server);
  const profile = { fullName: 'Own Name' };
  accepted(await put(`/metadata/${person.userId}/profile`, { token: person.token, body: profile }));
  await addPatient(server, clinic, person, managed, details);
  expect(accepted(await readProfile(person.userId))).toEqual(profile);
  expect((await pendingClaim(person.userId)).status).toBe(404);
});

it('a clinic can change the address of an account after the member who has created it is gone', async () => {
  const member = await newClinician(server, clinic);
  const dataSources = [{ providerName: 'dexcom', state: 'pending' }];
  const body = { ...details, email: newEmail(server, { verified: false }), dataSources };
  const patients = `${clinic.path}/patients`;
  const { id } = accepted(await post(patients, { token: member.token, body }));
  accepted(await post(`${patients}/${id}/connect/dexcom`, { token }));
  accepted(await remove(`/v1/users/${member.userId}/clinics`, { token }));
  const patient = { updates: { roles: ['patient'] } };
  accepted(await put(`/auth/user/${member.userId}`, { token, body: patient }));
  accepted(await remove(`/auth/user/${member.userId}`, { token }));
  const email = newEmail(server, { verified: false });
  accepted(await put(`${patients}/${id}`, { token, body: { ...details, email } }));
  const [first, second] = await waitForMails(server, email, 2);
  expect([first, second].filter((mail) => mail?.includes('signupKey='))).toHaveLength(1);
  expect(accepted(await pendingClaim(id))).toMatchObject({ clinicId: clinic.id, creatorId: '' });
});

it('a claimed account keeps its address and its profile when the clinic changes its record', async () => {
  const person = await newAccount(server);
  const profile = { fullName: 'Own Name' };
  accepted(await put(`/metadata/${person.userId}/profile`, { token: person.token, body: profile }));
  await addPatient(server, clinic, person, managed, details);
  const email = newEmail(server);
  const path = `${clinic.path}/patients/${person.userId}`;
  const changed = accepted(await put(path, { token: clinic.admin.token, body: { ...details, email } }));
  expect([changed.email, changed.mrn]).toEqual([email, details.mrn]);
  expect((await logIn(server, email, person.password)).status).toBe(401);
  expect((await logIn(server, person.email, person.password)).status).toBe(200);
  expect(accepted(await readProfile(person.userId))).toEqual(profile);
  expect((await pendingClaim(person.userId)).status).toBe(404);
});
