import { newAccount, newEmail, newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { addPatient, newClinic, newClinician, newPatient, patientFields } from '../../../support/clinics';
import { serverUnderTest } from '../../../support/server';
import { waitFor } from '../../../support/wait-until';

const server = serverUnderTest();
const { get, post, put, delete: remove } = api(server);

describe('clinics', () => {
  it('receive the new address of an account, whoever changes it', async () => {
    const [clinic, patient] = [await newClinic(server), await newAccount(server)];
    await addPatient(server, clinic, patient, ['view'], { fullName: 'Ann Other', birthDate: '1990-05-06' });
    const clinician = await newClinician(server, clinic);
    const asServer = await newServerToken(server);
    const addresses = { patient: newEmail(server), clinician: newEmail(server) };
    const change = (userId: string, token: string, email: string) =>
      put(`/auth/user/${userId}`, { token, body: { updates: { username: email, emails: [email] } } });
    expect((await change(patient.userId, patient.token, addresses.patient)).status).toBe(200);
    expect((await change(clinician.userId, asServer, addresses.clinician)).status).toBe(200);
    const as = { token: clinic.admin.token };
    expect((await get(`${clinic.path}/patients/${patient.userId}`, as)).body.email).toBe(addresses.patient);
    expect((await get(`${clinic.path}/clinicians/${clinician.userId}`, as)).body.email).toBe(
      addresses.clinician,
    );
  });

  it('refuse an address with an invitation to a colleague: a conflict, and nothing changes', async () => {
    const clinic = await newClinic(server);
    const [clinician, email] = [await newClinician(server, clinic), newEmail(server)];
    const as = { token: clinic.admin.token };
    const body = { email, roles: ['CLINIC_MEMBER'] };
    expect((await post(`${clinic.path}/invites/clinicians`, { ...as, body })).status).toBe(200);
    const path = `/auth/user/${clinician.userId}`;
    const updates = { username: email, emails: [email] };
    for (const token of [clinician.token, await newServerToken(server)])
      expect((await put(path, { token, body: { updates } })).status).toBe(409);
    expect((await get('/auth/user', { token: clinician.token })).body.username).toBe(clinician.email);
    const change = { token: await newServerToken(server), body: { email } };
    expect((await post(`/v1/users/${clinician.userId}/clinics`, change)).status).toBe(422);
  });

  it('receive the new address of an account that another clinic manages', async () => {
    const [clinic, other] = [await newClinic(server), await newClinic(server)];
    const { id } = await newPatient(server, clinic, { email: newEmail(server) });
    await addPatient(server, other, { userId: id }, ['view']);
    const email = newEmail(server);
    const body = { ...patientFields, email };
    expect((await put(`${clinic.path}/patients/${id}`, { token: clinic.admin.token, body })).status).toBe(
      200,
    );
    const seen = await get(`${other.path}/patients/${id}`, { token: other.admin.token });
    expect(seen.body.email).toBe(email);
  });

  it('lose patients whose account is deleted', async () => {
    const [clinic, patient] = [await newClinic(server), await newAccount(server)];
    await addPatient(server, clinic, patient, ['view'], { fullName: 'Ann Other', birthDate: '1990-05-06' });
    const { userId, token, password } = patient;
    expect((await remove(`/auth/user/${userId}`, { token, body: { password } })).status).toBe(202);
    const path = `${clinic.path}/patients/${userId}`;
    await waitFor('the patient to be gone', async () =>
      (await get(path, { token: clinic.admin.token })).status === 404 ? true : undefined,
    );
  });
});
