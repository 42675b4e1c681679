import { newAccount, newEmail, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { accepted, newClinic, newPatient, patientFields } from '../../../support/clinics';
import { invitations } from '../../../support/invitations';
import type { OwnApp } from '../../../support/own-app';
import { newCustodialAccount, permissionSet } from '../../../support/shares';
import { startWithUnsentMails, unsentMails } from '../../../support/unsent-mails';

const mailsPerHour = 5;

let own: OwnApp;

beforeAll(async () => {
  own = await startWithUnsentMails({ MAILS_PER_HOUR: String(mailsPerHour) });
});

afterAll(() => own.close());

const calls = () => ({ ...api(own.server), ...invitations(own.server) });
const mailsTo = (email: string) => unsentMails(own, ({ to }) => to.toLowerCase() === email.toLowerCase());
const unverified = () => newEmail(own.server, { verified: false });
const view = { permissions: permissionSet('view') };
const invitedAs = { roles: ['CLINIC_MEMBER'] };

/** How many more people may send an invitation to an address before it is refused. */
async function invitationsUntilRefusal(email: string): Promise<number> {
  for (let count = 0; count <= mailsPerHour; count += 1) {
    const { status } = await calls().send(await newAccount(own.server), { email, ...view });
    if (status === 429) return count;
  }
  return Infinity;
}

describe('mails to an address', () => {
  it('are not counted for requests that send none', async () => {
    const { post, put, send } = calls();
    const stranger = await newAccount(own.server);
    const inviter = await newAccount(own.server);
    for (let count = 0; count < 2 * mailsPerHour; count += 1)
      expect((await post(`/confirm/resend/signup/${stranger.email}`)).status).toBe(404);
    accepted(await send(inviter, { email: stranger.email, ...view }));
    const { token } = inviter;
    const taken = { updates: { username: stranger.email, emails: [stranger.email] } };
    for (let count = 0; count < 2 * mailsPerHour; count += 1) {
      expect((await send(inviter, { email: stranger.email, ...view })).status).toBe(409);
      expect((await put('/auth/user', { token, body: taken })).status).toBe(409);
    }
    expect(await invitationsUntilRefusal(stranger.email)).toBe(mailsPerHour - 1);
    expect(await mailsTo(stranger.email)).toHaveLength(mailsPerHour);
  });

  it('are not counted for links that need no second mail', async () => {
    const { post } = calls();
    const { userId, token, email } = await newAccount(own.server, { verified: false });
    accepted(await post(`/confirm/send/signup/${userId}`, { token }));
    for (let count = 0; count < 2 * mailsPerHour; count += 1)
      expect((await post(`/confirm/send/signup/${userId}`, { token })).status).toBe(403);
    for (let count = 1; count < mailsPerHour; count += 1)
      accepted(await post(`/confirm/resend/signup/${email}`));
    expect((await post(`/confirm/resend/signup/${email}`)).status).toBe(429);
    expect(await mailsTo(email)).toHaveLength(mailsPerHour);
  });

  it('are counted whoever requests them: people, clinics that invite colleagues, clinics that create accounts', async () => {
    const { get, patch, post } = calls();
    const clinic = await newClinic(own.server);
    const { token } = clinic.admin;
    const email = unverified();
    const { inviteId } = accepted(
      await post(`${clinic.path}/invites/clinicians`, { token, body: { email, ...invitedAs } }),
    );
    const again = () => patch(`${clinic.path}/invites/clinicians/${inviteId}`, { token });
    accepted(await again());
    const patient = await newPatient(own.server, clinic, { email });
    accepted(await post(`${clinic.path}/patients/${patient.id}/upload_reminder`, { token }));
    expect(await invitationsUntilRefusal(email.toUpperCase())).toBe(1);
    expect((await again()).status).toBe(429);
    const path = `${clinic.path}/patients/${patient.id}`;
    const before = accepted(await get(path, { token }));
    expect((await post(`${path}/upload_reminder`, { token })).status).toBe(429);
    expect(accepted(await get(path, { token }))).toEqual(before);
    expect(await mailsTo(email)).toHaveLength(mailsPerHour);
  });
});

describe('an address', () => {
  const spellings = [
    ...['<NAME@example.org', 'NAME@example.org>', '<<<NAME@example.org', '<NAME@example.org>'],
    ...['NAME@example.org\u0000', '\u0001NAME@example.org', 'NAME\u007f@example.org', 'NAME@example.org\n'],
    ...['"NAME"@example.org', '(a)NAME@example.org', 'NAME(a)@example.org', 'NAME@example.org.'],
    ...['NAME\\@example.org', 'NAME,@example.org', 'NAME;@example.org', 'a:NAME@example.org'],
    ...['[NAME@example.org', 'NAME]@example.org', 'NAME@[127.0.0.1]', 'NAME@example', 'NAME@@example.org'],
    ...[
      'NAME\u200b@example.org',
      'NAME\u00ad@example.org',
      'NAME\ufeff@example.org',
      'NAME\u202e@example.org',
    ],
    ...[
      'NAME\ufe0f@example.org',
      'NAME\u034f@example.org',
      'NAME\u00a0@example.org',
      'NAME\ud83c@example.org',
    ],
    ...['NAME@example\u3002org', 'NAME@ｅxample.org', ' NAME@example.org', 'NAME@example.org '],
  ];

  it('has one spelling except for its case, everywhere', async () => {
    const { post, put, send } = calls();
    const person = await newAccount(own.server);
    const clinic = await newClinic(own.server);
    const { userid } = await newCustodialAccount(own.server, person);
    const patient = await newPatient(own.server, clinic);
    const { token } = person;
    const admin = { token: clinic.admin.token };
    const server = { token: await newServerToken(own.server) };
    const password = 'open-sesame';
    const updates = (email: string) => ({ updates: { username: email, emails: [email] } });
    const tellings: ((email: string) => ReturnType<typeof send>)[] = [
      (email) => send(person, { email, ...view }),
      (email) => post('/auth/user', { body: { username: email, emails: [email], password } }),
      (email) => put('/auth/user', { token, body: updates(email) }),
      (email) => post(`/auth/user/${person.userId}/user`, { token, body: { emails: [email] } }),
      (email) => put(`/auth/user/${userid}`, { token, body: updates(email) }),
      (email) => post(`${clinic.path}/invites/clinicians`, { ...admin, body: { email, ...invitedAs } }),
      (email) => post(`${clinic.path}/patients`, { ...admin, body: { ...patientFields, email } }),
      (email) =>
        put(`${clinic.path}/patients/${patient.id}`, { ...admin, body: { ...patientFields, email } }),
      (email) =>
        post(`${clinic.path}/clinicians`, { ...server, body: { id: person.userId, email, ...invitedAs } }),
      (email) => post(`/v1/users/${person.userId}/clinics`, { ...server, body: { email } }),
    ];
    const name = `n${Date.now()}${Math.random()}`.replace('.', '');
    const answers = [];
    for (const spelling of spellings)
      for (const [index, tell] of tellings.entries())
        answers.push([spelling, index, (await tell(spelling.replace('NAME', name))).status]);
    expect(answers.filter(([, , status]) => status !== 400)).toEqual([]);
    for (const spelling of spellings.filter((text) => !/\p{Surrogate}/u.test(text))) {
      const { status } = await post(
        `/confirm/send/forgot/${encodeURIComponent(spelling.replace('NAME', name))}`,
      );
      expect([200, 400]).toContain(status);
    }
    // The existing account's response comes after earlier requests have been processed.
    await post(`/confirm/send/forgot/${person.email}`);
    await waitForReset(person);
    expect(await unsentMails(own, ({ to }) => to.includes(name))).toEqual([]);
  });

  const waitForReset = async ({ email }: TestAccount): Promise<void> => {
    while ((await mailsTo(email)).length === 0) await new Promise((resolve) => setImmediate(resolve));
  };

  it('may have any other characters before the @', async () => {
    const name = `${Date.now()}`;
    for (const local of [
      `o'neil+x.${name}`,
      `a..b.${name}`,
      `!#$%&*/=?^_\`{|}~-${name}`,
      `zoë${name}`,
      `ж${name}`,
    ])
      accepted(
        await calls().send(await newAccount(own.server), { email: `${local}@sub.example.org`, ...view }),
      );
  });
});

describe('an account with an unconfirmed address', () => {
  it('sends no invitation mails; invited people still find the invitation', async () => {
    const { patch, received, send, sent } = calls();
    const squatter = await newAccount(own.server, { verified: false });
    const friend = await newAccount(own.server);
    const { key } = accepted(await send(squatter, { email: friend.email, ...view }));
    expect(await sent(squatter)).toHaveLength(1);
    expect(await received(friend)).toHaveLength(1);
    accepted(await patch(`/confirm/resend/invite/${key}`, { token: squatter.token }));
    expect(await mailsTo(friend.email)).toEqual([]);
  });

  it('sends no mails through a clinic or through accounts that it creates', async () => {
    const { post } = calls();
    const admin = await newAccount(own.server, { verified: false, roles: ['clinician'] });
    const { token } = admin;
    const opened = { name: 'Buy this', preferredBgUnits: 'mg/dL', country: 'FR' };
    const clinic = accepted(await post('/v1/clinics', { token, body: opened }));
    const [colleague, patient, child] = [unverified(), unverified(), unverified()];
    const path = `/v1/clinics/${clinic.id}`;
    accepted(await post(`${path}/invites/clinicians`, { token, body: { email: colleague, ...invitedAs } }));
    const dataSources = [{ providerName: 'dexcom', state: 'pending' }];
    const body = { ...patientFields, email: patient, dataSources };
    const { id } = accepted(await post(`${path}/patients`, { token, body }));
    accepted(await post(`${path}/patients/${id}/upload_reminder`, { token }));
    accepted(await post(`${path}/patients/${id}/connect/dexcom`, { token }));
    const { userid } = await newCustodialAccount(own.server, admin, { emails: [child] });
    accepted(await post(`/confirm/send/signup/${userid}`, { token, body: {} }));
    const other = await newClinic(own.server);
    const invitation = { shareCode: other.shareCode, ...view };
    accepted(await post(`/confirm/send/invite/${admin.userId}/clinic`, { token, body: invitation }));
    for (const email of [admin.email, colleague, patient, child]) expect(await mailsTo(email)).toEqual([]);
    // Except for the mail about the clinic that this one has created.
    expect(await mailsTo(other.admin.email)).toHaveLength(1);
  });

  it('sends no invitation mails of an account that it has created, with or without an address', async () => {
    const squatter = await newAccount(own.server, { verified: false });
    for (const body of [{}, { emails: [unverified()] }]) {
      const { userid: userId } = await newCustodialAccount(own.server, squatter, body);
      const friend = unverified();
      accepted(await calls().send({ ...squatter, userId }, { email: friend, ...view }));
      expect(await mailsTo(friend)).toEqual([]);
    }
  });

  it('still receives the mails that it requests for itself', async () => {
    const { userId, token, email } = await newAccount(own.server, { verified: false });
    accepted(await calls().post(`/confirm/send/signup/${userId}`, { token }));
    expect(await mailsTo(email)).toHaveLength(1);
  });
});

describe('invitations of an account with an unconfirmed address are mailed', () => {
  it.each([
    ['with an address', () => ({ emails: [unverified()] })],
    ['without one', () => ({})],
  ])('when its custodian sends them, %s', async (_, fields) => {
    const { post, resend, send } = calls();
    const custodian = await newAccount(own.server);
    const { userid: userId } = await newCustodialAccount(own.server, custodian, fields());
    const { admin, shareCode } = await newClinic(own.server);
    const [child, friend] = [{ ...custodian, userId }, unverified()];
    const { key } = accepted(await send(child, { email: friend, ...view }));
    accepted(await resend(child, key));
    const { token } = custodian;
    accepted(await post(`/confirm/send/invite/${userId}/clinic`, { token, body: { shareCode, ...view } }));
    expect(await mailsTo(friend)).toHaveLength(2);
    // One of them is about the clinic.
    expect(await mailsTo(admin.email)).toHaveLength(2);
  });

  it('when a trusted server sends them', async () => {
    const person = await newAccount(own.server, { verified: false });
    const server = { ...person, token: await newServerToken(own.server) };
    const friend = unverified();
    const { key } = accepted(await calls().send(server, { email: friend, ...view }));
    accepted(await calls().resend(server, key));
    expect(await mailsTo(friend)).toHaveLength(2);
  });
});

it('long names leave room for the rest of a mail', async () => {
  const { post, put, send } = calls();
  const person = await newAccount(own.server);
  const { token } = person;
  const fullName = '😀 name '.repeat(36);
  accepted(await put(`/metadata/${person.userId}/profile`, { token, body: { fullName } }));
  const email = unverified();
  accepted(await send(person, { email, ...view }));
  const clinic = await newClinic(own.server);
  const body = { shareCode: clinic.shareCode, ...view };
  accepted(await post(`/confirm/send/invite/${person.userId}/clinic`, { token, body }));
  const mails = [...(await mailsTo(email)), ...(await mailsTo(clinic.admin.email))];
  expect(mails).toHaveLength(3);
  for (const { subject, text, html } of mails) {
    expect([...subject].length).toBeLessThan(200);
    expect(text.length + html.length).toBeLessThan(4000);
    expect(subject).not.toMatch(/\p{Surrogate}/u);
  }
});

it('a birthday can be guessed twenty times an hour, with any number of links', async () => {
  const { get, post, put } = calls();
  const custodian = await newAccount(own.server);
  const email = unverified();
  const { userid } = await newCustodialAccount(own.server, custodian, { emails: [email] });
  const { token } = custodian;
  await put(`/metadata/${userid}/profile`, { token, body: { patient: { birthday: '2001-02-03' } } });
  accepted(await post(`/confirm/send/signup/${userid}`, { token, body: {} }));
  const serverToken = await newServerToken(own.server);
  const claim = async (birthday: string) => {
    const { key } = accepted(await get(`/confirm/signup/${userid}`, { token: serverToken }));
    return put(`/confirm/accept/signup/${key}`, { body: { password: 'open-sesame', birthday } });
  };
  for (let guess = 1; guess <= 20; guess += 1) {
    if (guess % 8 === 0) accepted(await post(`/confirm/resend/signup/${email}`));
    expect((await claim(`2001-03-${String(guess).padStart(2, '0')}`)).status).toBe(409);
  }
  accepted(await post(`/confirm/resend/signup/${email}`));
  for (const birthday of ['2001-03-21', '2001-02-03']) expect((await claim(birthday)).status).toBe(429);
});
