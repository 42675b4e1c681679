import { newAccount, newEmail, newServerToken } from '../../support/accounts';
import { api } from '../../support/api';
import { addPatient, newClinic, newClinician } from '../../support/clinics';
import { serverUnderTest } from '../../support/server';
import { waitFor } from '../../support/wait-until';

const server = serverUnderTest();
const { get, put, delete: remove } = api(server);

describe('clinics', () => {
  it('learn the new address of an account, whoever changes it', async () => {
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

  it('forget patients whose account is deleted', async () => {
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
