import { randomUUID } from 'node:crypto';
import {
  logIn,
  newAccount,
  newEmail,
  newServerToken,
  sessionToken,
  type TestAccount,
} from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { mailsTo, signupKey, waitForMails } from '../../../support/mails';
import { serverUnderTest } from '../../../support/server';
import { newCustodialAccount, share } from '../../../support/shares';

const server = serverUnderTest();
const { get, post, put } = api(server);

const path = (userId: string) => `/confirm/signup/${userId}`;

const add = (userId: string, token: string, body?: unknown) => post(path(userId), { token, body });
const read = (userId: string, token: string) => get(path(userId), { token });
const send = (userId: string, token: string, body?: unknown) =>
  post(`/confirm/send/signup/${userId}`, { token, body });

let account: TestAccount;
let serverToken: string;

beforeEach(async () => {
  account = await newAccount(server, { verified: false });
  serverToken = await newServerToken(server);
});

const rename = (userId: string, token: string, email: string) =>
  put(`/auth/user/${userId}`, { token, body: { updates: { username: email, emails: [email] } } });

describe('the confirmation of an address, as a record', () => {
  it('is created without a mail and returned in the form of clients, to servers with its key', async () => {
    const { userId, email, token } = account;
    const { status, body } = await add(userId, token);
    expect(status).toBe(200);
    const month = 31 * 24 * 3_600_000;
    expect(body).toEqual({
      type: 'signup_confirmation',
      status: 'pending',
      email,
      creatorId: '',
      creator: { userid: '', profile: null },
      context: null,
      created: expect.any(String),
      modified: body.created,
      expiresAt: new Date(Date.parse(body.created) + month).toISOString(),
      restrictions: null,
    });
    expect((await read(userId, token)).body).toEqual(body);
    const seen = await read(userId, serverToken);
    expect(seen.body).toEqual({ ...body, key: expect.stringMatching(/^[\w-]{32}$/) });
    expect((await put(`/confirm/accept/signup/${seen.body.key}`)).status).toBe(200);
    await expect(mailsTo(server, email)).resolves.toEqual([]);
  });

  it('is refused if one is valid or already accepted', async () => {
    const { userId, email, password, token } = account;
    const { body } = await add(userId, serverToken);
    const reason = 'User already has an existing valid signup confirmation';
    for (const ask of [add, send]) {
      const again = await ask(userId, token);
      expect({ status: again.status, body: again.body }).toEqual({
        status: 403,
        body: { code: 403, reason, message: reason },
      });
    }
    await put(`/confirm/accept/signup/${body.key}`);
    const own = sessionToken(await logIn(server, email, password));
    expect((await add(userId, own)).status).toBe(403);
    expect((await read(userId, own)).status).toBe(404);
  });

  it.each(['dismiss/signup', 'signup'])('can be created again after PUT /confirm/%s', async (ending) => {
    const { userId, token } = account;
    const { body } = await add(userId, serverToken);
    await put(`/confirm/${ending}/${userId}`, { body: { key: body.key } });
    expect((await read(userId, token)).status).toBe(404);
    const again = await add(userId, serverToken);
    expect(again.status).toBe(200);
    expect(again.body.key).not.toBe(body.key);
    expect((await put(`/confirm/accept/signup/${body.key}`)).status).toBe(404);
  });

  it('gets a new key with a new address; the old key becomes invalid', async () => {
    const patient = await newCustodialAccount(server, account, { emails: [newEmail(server)] });
    const old = await add(patient.userid, serverToken);
    const email = newEmail(server);
    await rename(patient.userid, account.token, email);
    const { status, body } = await add(patient.userid, serverToken);
    expect({ status, email: body.email }).toEqual({ status: 200, email });
    expect(body.key).not.toBe(old.body.key);
    expect((await put(`/confirm/accept/signup/${old.body.key}`)).status).toBe(404);
  });

  it('does not exist for an account without an address, and ends when the address is removed', async () => {
    const patient = await newCustodialAccount(server, account, { emails: [newEmail(server)] });
    const { body } = await add(patient.userid, serverToken);
    await put(`/auth/user/${patient.userid}`, {
      token: account.token,
      body: { updates: { username: '', emails: [] } },
    });
    for (const ask of [send, add]) {
      const { status, text } = await ask(patient.userid, account.token);
      expect({ status, text }).toEqual({ status: 200, text: '' });
    }
    expect((await put(`/confirm/accept/signup/${body.key}`)).status).toBe(404);
    expect((await read(patient.userid, account.token)).status).toBe(404);
  });

  it('names the custodian who requests it', async () => {
    await put(`/metadata/${account.userId}/profile`, { token: account.token, body: { fullName: 'Doc' } });
    const patient = await newCustodialAccount(server, account, { emails: [newEmail(server)] });
    const { body } = await add(patient.userid, account.token, { clinicId: 'f'.repeat(24), invitedBy: 'x' });
    expect(body).toMatchObject({ creatorId: account.userId, creator: { userid: account.userId } });
    expect(body.creator.profile.fullName).toBe('Doc');
    expect(body).not.toHaveProperty('clinicId');
  });

  it('names the clinic and the member who created the account, as given by a trusted server', async () => {
    const patient = await newCustodialAccount(server, account, { emails: [newEmail(server)] });
    const clinicId = 'f'.repeat(24);
    const { body } = await add(patient.userid, serverToken, { clinicId, invitedBy: account.userId });
    expect(body).toMatchObject({ clinicId, creatorId: account.userId });
    const plain = await newCustodialAccount(server, account, { emails: [newEmail(server)] });
    expect((await add(plain.userid, serverToken, {})).body.creatorId).toBe('');
    const own = await add(account.userId, serverToken, { clinicId, invitedBy: account.userId });
    expect(own.body.creatorId).toBe('');
  });

  it('is for those who manage the account', async () => {
    const member = await newAccount(server);
    await share(server, account, member, 'view', 'upload', 'note', 'follow');
    for (const id of [account.userId, randomUUID(), 'nonsense']) {
      for (const token of [member.token, 'nonsense', undefined]) {
        expect((await get(path(id), { token })).status).toBe(401);
        expect((await post(path(id), { token, raw: '{' })).status).toBe(401);
      }
    }
    for (const ask of [add, read]) {
      expect((await ask(randomUUID(), serverToken)).status).toBe(404);
      expect((await ask('nonsense', serverToken)).status).toBe(404);
    }
  });
});

describe('the mail that confirms an address', () => {
  const mailFor = async (email: string): Promise<string> => (await waitForMails(server, email))[0] ?? '';
  const linkTo = (email: string, mail: string) =>
    `${server.url}/login?signupEmail=${encodeURIComponent(email)}&signupKey=${signupKey(mail)}`;

  /** An account created by a person with a confirmed address; otherwise no mail is sent. */
  async function patientOf(custodian: TestAccount): Promise<Json> {
    const email = newEmail(server);
    const { userid } = await newCustodialAccount(server, custodian, { emails: [email] });
    await put(`/metadata/${userid}/profile`, { token: custodian.token, body: { fullName: 'Kim <Kid>' } });
    return { userid, email };
  }

  it('tells people that another person has created an account for them', async () => {
    const custodian = await newAccount(server);
    const { userid, email } = await patientOf(custodian);
    await send(userid, custodian.token);
    const mail = await mailFor(email);
    expect(mail).toMatch(/^Subject: An account was opened for you/m);
    expect(mail).toContain(linkTo(email, mail));
  });

  it('names a legacy clinic, and the person', async () => {
    const clinic = await newAccount(server, { roles: ['clinic'] });
    const unnamed = await patientOf(clinic);
    await send(unnamed.userid, clinic.token);
    await expect(mailFor(unnamed.email)).resolves.toContain('Clinician has opened an account');
    await put(`/metadata/${clinic.userId}/profile`, { token: clinic.token, body: { fullName: 'Dr. Who' } });
    const { userid, email } = await patientOf(clinic);
    await send(userid, clinic.token);
    const mail = await mailFor(email);
    expect(mail).toContain('Dr. Who has opened an account');
    expect(mail).toContain('Hello Kim <Kid>,');
    expect(mail).toContain('Hello Kim &lt;Kid&gt;,');
  });

  it('names the clinic given by a trusted server, even when resent', async () => {
    const custodian = await newAccount(server);
    const { userid, email } = await patientOf(custodian);
    await send(userid, serverToken, { clinicId: 'f'.repeat(24), invitedBy: custodian.userId });
    expect(await mailFor(email)).toMatch(/^Subject: Diabetes Clinic has opened an account for you/m);
    expect((await post(`/confirm/resend/signup/${email}`)).status).toBe(200);
    const mails = await waitForMails(server, email, 2);
    for (const mail of mails) expect(mail).toContain('Diabetes Clinic has opened an account');
    expect(new Set(mails.map(signupKey)).size).toBe(2);
    expect((await read(userid, serverToken)).body).toMatchObject({ creatorId: custodian.userId });
  });

  it('addresses accounts of clinics as clinics', async () => {
    const clinic = await newAccount(server, { roles: ['clinic'], verified: false });
    await send(clinic.userId, clinic.token);
    await expect(mailFor(clinic.email)).resolves.toContain('an account for a clinic');
  });
});
