import { OutboxMessageEntity } from '../../../../src/platform/outbox/outbox-message.entity';
import { logIn, newAccount, newEmail, newServerToken } from '../../../support/accounts';
import { api, type Answer, type Json } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinic,
  newMergingClinics,
  newPatient,
  patientFields,
  type TestClinic,
} from '../../../support/clinics';
import { mailsTo, signupKey, waitForMails } from '../../../support/mails';
import { startOwnApp } from '../../../support/own-app';
import { serverUnderTest } from '../../../support/server';
import { waitFor } from '../../../support/wait-until';

const server = serverUnderTest();
const { get, post, put, delete: remove } = api(server);

const password = 'my-first-password';

let source: TestClinic;
let target: TestClinic;
let token: string;

beforeEach(async () => {
  ({ source, target, token } = await newMergingClinics(server));
});

const mergeInto = async (into: TestClinic, from: TestClinic): Promise<Json> =>
  accepted(await post(`${into.path}/merge`, { token, body: { sourceId: from.id } }));
/** A patient who is asked to claim the account that the clinic has opened; by an administrator unless `as` does it. */
const newUnclaimed = async ({ path, admin }: TestClinic, as = admin.token) => {
  const email = newEmail(server, { verified: false });
  const body = { ...patientFields, email };
  const { id } = accepted(await post(`${path}/patients`, { token: as, body }));
  const [mail = ''] = await waitForMails(server, email);
  return { id: id as string, email, key: signupKey(mail) };
};
const claim = (key: string): Promise<Answer> =>
  put(`/confirm/accept/signup/${key}`, { body: { password, birthday: patientFields.birthDate } });
const pendingClaim = (id: string): Promise<Answer> => get(`/confirm/signup/${id}`, { token });

it('people can claim their accounts with the links that the source has sent', async () => {
  const people = [await newUnclaimed(source), await newUnclaimed(source), await newUnclaimed(source, token)];
  const both = await newUnclaimed(source);
  await addPatient(server, target, { userId: both.id }, ['custodian', 'view'], patientFields);
  people.push(both, await newUnclaimed(target));
  await mergeInto(target, source);
  for (const { id, email, key } of people) {
    expect(accepted(await pendingClaim(id))).toMatchObject({ clinicId: target.id, status: 'pending' });
    accepted(await claim(key));
    expect((await logIn(server, email, password)).status).toBe(200);
  }
});

it('a request that its recipient has declined stays declined', async () => {
  const { id, key } = await newUnclaimed(source);
  accepted(await put(`/confirm/dismiss/signup/${id}`, { body: { key } }));
  await mergeInto(target, source);
  expect((await pendingClaim(id)).status).toBe(404);
  // Sent again, it is from the clinic that the patient has now.
  accepted(await post(`/confirm/send/signup/${id}`, { token }));
  expect(accepted(await pendingClaim(id))).toMatchObject({ clinicId: target.id });
});

it('invitations to work in the source that have no record there end', async () => {
  const guest = await newAccount(server);
  const invites = `/v1/clinicians/${guest.userId}/invites`;
  const body = { email: guest.email, roles: ['CLINIC_MEMBER'] };
  const admin = { token: source.admin.token };
  const { inviteId } = accepted(await post(`${source.path}/invites/clinicians`, { ...admin, body }));
  accepted(await remove(`${source.path}/invites/clinicians/${inviteId}/clinician`, { token }));
  expect((await get(invites, { token: guest.token })).status).toBe(200);
  await mergeInto(target, source);
  expect((await get(invites, { token: guest.token })).status).toBe(404);
  expect((await get(`${target.path}/invites/clinicians/${inviteId}`, { token })).status).toBe(404);
});

it('an invitation from a person is no obstacle to the claim of an account that they have opened', async () => {
  const { id, key } = await newUnclaimed(source);
  const { userId, token: own } = source.admin;
  const wanted = { shareCode: target.shareCode, permissions: { view: {} } };
  accepted(await post(`/confirm/send/invite/${userId}/clinic`, { token: own, body: wanted }));
  await mergeInto(target, source);
  expect(accepted(await pendingClaim(id)).clinicId).toBe(target.id);
  accepted(await claim(key));
});

it('patients are reminded to connect their data sources, by the clinic that they have now', async () => {
  const own = await startOwnApp({ CONNECTION_REMINDER_DELAY: '3600', MAIL_URL: `file:${server.mailFolder}` });
  try {
    const there = { ...own.server, mailFolder: server.mailFolder };
    const as = { token: await newServerToken(there) };
    const clinics = [];
    for (const name of ['First', 'Second', 'Third']) clinics.push(await newClinic(there, { name }));
    const [first, second, third] = clinics as [TestClinic, TestClinic, TestClinic];
    const email = newEmail(there, { verified: false });
    const dataSources = [{ providerName: 'dexcom', state: 'pending' }];
    const { id } = await newPatient(there, first, { email, dataSources });
    accepted(await api(there).post(`${first.path}/patients/${id}/connect/dexcom`, as));
    accepted(await api(there).post(`${second.path}/merge`, { ...as, body: { sourceId: first.id } }));
    accepted(await api(there).post(`${third.path}/merge`, { ...as, body: { sourceId: second.id } }));
    await own.database.transaction((manager) =>
      manager.update(OutboxMessageEntity, { topic: 'connection-reminder' }, { dueTime: 0 }),
    );
    const reminder = await waitFor('the reminder', async () =>
      (await mailsTo(there, email)).find((mail) => mail.includes('is still waiting')),
    );
    expect(reminder).toContain('Third');
  } finally {
    await own.close();
  }
});
