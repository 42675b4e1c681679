import { newEmail, newServerToken } from '../../../support/accounts';
import { api, type Answer } from '../../../support/api';
import {
  accepted,
  clinicFields,
  newClinic,
  newPatient,
  patientFields,
  type TestClinic,
} from '../../../support/clinics';
import { readDescribed, type Described } from '../../../support/described-answers';
import type { OwnApp } from '../../../support/own-app';
import { newPractice, prescribe, prescribed, revise, wholeAttributes } from '../../../support/prescriptions';
import { startWithUnsentMails } from '../../../support/unsent-mails';

let own: OwnApp;
let described: Described;
let clinic: TestClinic;

beforeAll(async () => {
  own = await startWithUnsentMails({ MAILS_PER_HOUR: '1' });
  described = await readDescribed(own.server);
  clinic = await newClinic(own.server);
});

afterAll(() => own.close());

const calls = () => api(own.server);

const inviteClinician = (email: string) =>
  calls().post(`${clinic.path}/invites/clinicians`, {
    token: clinic.admin.token,
    body: { email, roles: ['CLINIC_MEMBER'] },
  });

/** An address that has received as many mails as it may. */
async function fullAddress(): Promise<string> {
  const email = newEmail(own.server, { verified: false });
  const { id } = await newClinic(own.server);
  const token = await newServerToken(own.server);
  const body = { email, roles: ['CLINIC_MEMBER'] };
  accepted(await calls().post(`/v1/clinics/${id}/invites/clinicians`, { token, body }));
  return email;
}

async function expectRefusal(route: string, answer: Answer): Promise<void> {
  expect(answer.status).toBe(429);
  expect(described.complaints(route, answer)).toEqual([]);
}

describe('the API reference says of requests for mails that there may have been too many', () => {
  it('to invite to a clinic', async () => {
    await expectRefusal(
      'POST /v1/clinics/{clinicId}/invites/clinicians',
      await inviteClinician(await fullAddress()),
    );
  });

  it('to invite to a clinic again', async () => {
    const { inviteId } = accepted(await inviteClinician(newEmail(own.server)));
    const { token } = clinic.admin;
    const answer = await calls().patch(`${clinic.path}/invites/clinicians/${inviteId}`, { token });
    await expectRefusal('PATCH /v1/clinics/{clinicId}/invites/clinicians/{inviteId}', answer);
  });

  it('to create an account for a patient', async () => {
    const body = { ...patientFields, email: await fullAddress() };
    const { token } = clinic.admin;
    const answer = await calls().post(`${clinic.path}/patients`, { token, body });
    await expectRefusal('POST /v1/clinics/{clinicId}/patients', answer);
  });

  it('to change the address of a patient', async () => {
    const { id } = await newPatient(own.server, clinic);
    const body = { ...patientFields, email: await fullAddress() };
    const { token } = clinic.admin;
    const answer = await calls().put(`${clinic.path}/patients/${id}`, { token, body });
    await expectRefusal('PUT /v1/clinics/{clinicId}/patients/{patientId}', answer);
  });

  it('to remind a patient of uploading, or of connecting a provider', async () => {
    const fields = { dataSources: [{ providerName: 'dexcom', state: 'pending' }] };
    const { id } = await newPatient(own.server, clinic, { ...fields, email: newEmail(own.server) });
    const { token } = clinic.admin;
    for (const action of ['upload_reminder', 'connect/dexcom']) {
      const answer = await calls().post(`${clinic.path}/patients/${id}/${action}`, { token });
      const route = `POST /v1/clinics/{clinicId}/patients/{patientId}/${action}`;
      await expectRefusal(route.replace('dexcom', '{providerId}'), answer);
    }
  });

  it('to open a second clinic', async () => {
    const { token } = clinic.admin;
    const answer = await calls().post('/v1/clinics', { token, body: clinicFields });
    await expectRefusal('POST /v1/clinics', answer);
  });

  it('to submit a prescription, at once or after a draft', async () => {
    const practice = await newPractice(own.server);
    const attributes = wholeAttributes({ email: await fullAddress() });
    const path = 'POST /v1/clinics/{clinicId}/prescriptions';
    await expectRefusal(path, await prescribe(own.server, practice, practice.prescriber, attributes));
    const { id } = await prescribed(own.server, practice, { state: 'draft' });
    const answer = await revise(own.server, practice, practice.prescriber, id, attributes);
    await expectRefusal(`${path}/{prescriptionId}/revisions`, answer);
  });
});
