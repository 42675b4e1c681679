import { newAccount, newEmail, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { accepted, newClinic, newClinician, newPatient, patientFields } from '../../../support/clinics';
import { invitations } from '../../../support/invitations';
import type { OwnApp } from '../../../support/own-app';
import { permissionSet } from '../../../support/shares';
import { startWithUnsentMails, unsentMails } from '../../../support/unsent-mails';

const sentPerHour = 4;

let own: OwnApp;

beforeAll(async () => {
  own = await startWithUnsentMails({ MAILS_SENT_PER_HOUR: String(sentPerHour) });
});

afterAll(() => own.close());

const calls = () => ({ ...api(own.server), ...invitations(own.server) });
const stranger = () => newEmail(own.server, { verified: false });
const view = { permissions: permissionSet('view') };
const mailsTo = async (email: string) => (await unsentMails(own, ({ to }) => to === email)).length;

const invite = (sender: TestAccount, email = stranger()) => calls().send(sender, { email, ...view });

async function inviteUntilRefusal(sender: TestAccount): Promise<number> {
  for (let count = 0; count <= sentPerHour; count += 1)
    if ((await invite(sender)).status === 429) return count;
  return Infinity;
}

it('an account sends so many mails an hour, whoever receives them; a refused request changes nothing', async () => {
  const sender = await newAccount(own.server);
  const known = await newAccount(own.server);
  const { key } = accepted(await invite(sender, known.email));
  accepted(await calls().resend(sender, key));
  expect(await inviteUntilRefusal(sender)).toBe(sentPerHour - 2);

  const refused = await calls().resend(sender, key);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const email = stranger();
  expect((await invite(sender, email)).status).toBe(429);
  expect(await mailsTo(email)).toBe(0);
  expect(await calls().sent(sender)).toHaveLength(sentPerHour - 1);
  expect(await mailsTo(known.email)).toBe(2);
  // Others still do.
  accepted(await invite(await newAccount(own.server), known.email));
});

it('mails of a clinic count for the clinician who sends them', async () => {
  const { get, post } = calls();
  const clinic = await newClinic(own.server);
  const { token } = clinic.admin;
  const add = (email: string) =>
    post(`${clinic.path}/patients`, { token, body: { ...patientFields, email } });
  const statuses = [];
  for (let count = 0; count <= sentPerHour; count += 1) statuses.push((await add(stranger())).status);
  expect(statuses.at(-1)).toBe(429);
  const patients = statuses.filter((status) => status === 200).length;
  expect(patients).toBeGreaterThan(0);
  expect(accepted(await get(`${clinic.path}/patients`, { token })).meta.count).toBe(patients);
  expect((await invite(clinic.admin)).status).toBe(429);
});

it('mails that a clinic sends again count for the clinician who asks for them', async () => {
  const { post } = calls();
  const clinic = await newClinic(own.server);
  const colleague = await newClinician(own.server, clinic);
  const patient = await newPatient(own.server, clinic, { email: stranger() });
  const remind = () =>
    post(`${clinic.path}/patients/${patient.id}/upload_reminder`, { token: colleague.token });
  for (let count = 0; count < sentPerHour; count += 1) accepted(await remind());
  expect((await remind()).status).toBe(429);
  expect((await invite(colleague)).status).toBe(429);
  accepted(await invite(clinic.admin));
});

it('trusted servers have no limit', async () => {
  const person = await newAccount(own.server);
  const server = { ...person, token: await newServerToken(own.server) };
  expect(await inviteUntilRefusal(server)).toBe(Infinity);
});
