import { randomUUID } from 'node:crypto';
import { logIn, newAccount, newEmail, sessionToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { mailsTo, signupKey, waitForMails } from '../../../support/mails';
import { serverUnderTest } from '../../../support/server';
import { newCustodialAccount } from '../../../support/shares';

const server = serverUnderTest();
const { get, post, put, graph } = api(server);

const accept = (key: string) => put(`/confirm/accept/signup/${key}`);
const resend = (email: string) => post(`/confirm/resend/signup/${email}`);

let account: TestAccount;
let key: string;

beforeEach(async () => {
  account = await newAccount(server, { verified: false });
  await post(`/confirm/send/signup/${account.userId}`, { token: account.token });
  const [mail = ''] = await waitForMails(server, account.email);
  key = signupKey(mail);
});

/** The keys of all mails except the first, once there are this many. */
async function laterKeys(count: number): Promise<string[]> {
  const mails = await waitForMails(server, account.email, count);
  return mails.map(signupKey).filter((each) => each !== key);
}

describe('resending the mail', () => {
  it.each<[string, (email: string) => string]>([
    ['as it is', (email) => email],
    ['in capitals', (email) => email.toUpperCase()],
    ['encoded', (email) => encodeURIComponent(email)],
  ])('creates a new link to an address %s, and invalidates the old one', async (_how, write) => {
    const { status, text } = await resend(write(account.email));
    expect({ status, text }).toEqual({ status: 200, text: '' });
    const [fresh = ''] = await laterKeys(2);
    expect((await accept(key)).status).toBe(404);
    expect((await accept(fresh)).status).toBe(200);
    expect((await logIn(server, account.email, account.password)).status).toBe(200);
  });

  it('is ignored for addresses without a pending confirmation', async () => {
    await accept(key);
    for (const email of [account.email, newEmail(server), 'nonsense', '%20']) {
      const { status, body } = await resend(email);
      expect({ email, status }).toEqual({ email, status: 404 });
      expect(body).toEqual({ code: 404, message: body.reason, reason: expect.any(String) });
    }
    expect(await mailsTo(server, account.email)).toHaveLength(1);
  });

  it('leaves one valid link for many concurrent requests', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => resend(account.email)));
    expect(answers.map(({ status }) => status)).toContain(200);
    const sent = answers.filter(({ status }) => status === 200).length;
    const keys = await laterKeys(1 + sent);
    const statuses = await Promise.all(keys.map(async (each) => (await accept(each)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });
});

describe.each([
  ['dismissing', (userId: string) => `/confirm/dismiss/signup/${userId}`, 'dismissSignup'],
  ['canceling', (userId: string) => `/confirm/signup/${userId}`, 'cancelSignup'],
])('%s a sign-up', (_what, pathOf, mutation) => {
  const end = (userId: string, body: unknown) => put(pathOf(userId), { body });

  it('invalidates its link, and can be repeated', async () => {
    for (const time of ['first', 'second']) {
      const { status, text } = await end(account.userId, { key });
      expect({ time, status, text }).toEqual({ time, status: 200, text: '' });
    }
    expect((await accept(key)).status).toBe(404);
    expect((await resend(account.email)).status).toBe(404);
    const { body } = await get('/auth/user', { token: account.token });
    expect(body).toMatchObject({ emails: [account.email], emailVerified: false });
  });

  it('lets the owner request another mail', async () => {
    await end(account.userId, { key });
    const path = `/confirm/send/signup/${account.userId}`;
    expect((await post(path, { token: account.token })).status).toBe(200);
    const [fresh = ''] = await laterKeys(2);
    expect((await accept(fresh)).status).toBe(200);
  });

  it('requires the key of this account', async () => {
    const other = await newAccount(server, { verified: false });
    for (const [userId, wrong] of [
      [account.userId, 'x'.repeat(32)],
      [account.userId, key.toLowerCase() === key ? key.toUpperCase() : key.toLowerCase()],
      [other.userId, key],
      [randomUUID(), key],
      ['nonsense', key],
    ] as const) {
      const { status, body } = await end(userId, { key: wrong });
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: 404, reason: body.message });
    }
    expect((await accept(key)).status).toBe(200);
  });

  it.each([
    [''],
    ['{'],
    ['{}'],
    ['[]'],
    ['null'],
    ['{"key":""}'],
    ['{"key":null}'],
    ['{"key":1}'],
    ['{"404":[]}'],
  ])('is refused with the body "%s"', async (raw) => {
    const { status, body } = await put(pathOf(account.userId), { raw });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 400, reason: body.message, errors: [expect.anything()] });
    expect((await accept(key)).status).toBe(200);
  });

  it('is too late once the address is confirmed', async () => {
    await accept(key);
    expect((await end(account.userId, { key })).status).toBe(404);
    const token = sessionToken(await logIn(server, account.email, account.password));
    const { body } = await get('/auth/user', { token });
    expect(body.emailVerified).toBe(true);
  });

  it('works in the graph too', async () => {
    const query = `mutation ($input: EndSignupInput!) { ${mutation}(input: $input) { done } }`;
    const variables = { input: { userId: account.userId, key } };
    const { body } = await graph(query, { variables });
    expect(body).toEqual({ data: { [mutation]: { done: true } } });
    expect((await accept(key)).status).toBe(404);
  });
});

describe('an account without an address', () => {
  it('gets no mail, and loses its confirmation', async () => {
    const custodian = await newAccount(server);
    const email = newEmail(server);
    const { userid } = await newCustodialAccount(server, custodian, { emails: [email] });
    const { token } = custodian;
    const send = () => post(`/confirm/send/signup/${userid}`, { token, body: {} });
    expect((await send()).status).toBe(200);
    await waitForMails(server, email);
    await put(`/auth/user/${userid}`, { token, body: { updates: { emails: [] } } });
    const { status, text } = await send();
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect((await resend(email)).status).toBe(404);
  });
});

describe('in the graph', () => {
  it('a mail can be resent', async () => {
    const query =
      'mutation ($email: String!) { resendSignupConfirmation(input: { email: $email }) { done } }';
    const { body } = await graph(query, { variables: { email: account.email } });
    expect(body).toEqual({ data: { resendSignupConfirmation: { done: true } } });
    expect(await laterKeys(2)).toHaveLength(1);
  });
});
