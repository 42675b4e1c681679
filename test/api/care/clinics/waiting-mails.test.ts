import { randomUUID } from 'node:crypto';
import { OutboxMessageEntity } from '../../../../src/platform/outbox/outbox-message.entity';
import { newAccount, newEmail, newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { accepted, newClinic, newPatient } from '../../../support/clinics';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { permissionSet } from '../../../support/shares';

let own: OwnApp;

beforeAll(async () => {
  // There is no mail server, so all mails wait.
  own = await startOwnApp({ MAIL_URL: 'smtp://127.0.0.1:1' });
});

afterAll(() => own.close());

const waiting = async (topic: string, text: string): Promise<OutboxMessageEntity[]> =>
  (await own.database.reader.findBy(OutboxMessageEntity, { topic })).filter(({ payload }) =>
    JSON.stringify(payload).includes(text),
  );

it('at most a hundred administrators get a mail when a patient invites their clinic', async () => {
  const clinic = await newClinic(own.server);
  const token = await newServerToken(own.server);
  const { post } = api(own.server);
  const mark = `of-${clinic.id}.example.org`;
  for (let index = 0; index < 100; index += 1) {
    const body = { id: randomUUID(), email: `${index}@${mark}`, roles: ['CLINIC_ADMIN'] };
    accepted(await post(`${clinic.path}/clinicians`, { token, body }));
  }
  const member = { id: randomUUID(), email: `member@${mark}`, roles: ['CLINIC_MEMBER'] };
  accepted(await post(`${clinic.path}/clinicians`, { token, body: member }));
  const person = await newAccount(own.server);
  const body = { shareCode: clinic.shareCode, permissions: permissionSet('view') };
  accepted(await post(`/confirm/send/invite/${person.userId}/clinic`, { token: person.token, body }));
  // The creator of the clinic is the first of the hundred.
  const told = await waiting('mail', mark);
  expect(told).toHaveLength(99);
  expect(JSON.stringify(told)).not.toMatch(/"(99|member)@/);
});

it('reminders are sent after a week', async () => {
  const clinic = await newClinic(own.server);
  const dataSources = [{ providerName: 'dexcom', state: 'pending' }];
  const { id } = await newPatient(own.server, clinic, { email: newEmail(own.server), dataSources });
  const { token } = clinic.admin;
  accepted(await api(own.server).post(`${clinic.path}/patients/${id}/connect/dexcom`, { token }));
  for (const topic of ['connection-reminder', 'claim-reminder']) {
    const reminders = await waiting(topic, '');
    const delays = reminders.map(({ createdTime, dueTime }) => dueTime - createdTime);
    expect([topic, delays]).toEqual([topic, [7 * 24 * 3_600_000]]);
  }
});
