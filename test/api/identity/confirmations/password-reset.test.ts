import { logIn, newAccount, newEmail, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { mailsTo, resetKey, signupKey, waitForMails } from '../../../support/mails';
import { serverUnderTest } from '../../../support/server';
import { newCustodialAccount } from '../../../support/shares';

const server = serverUnderTest();
const { get, post, put, graph } = api(server);

const paths = ['/confirm/forgot', '/confirm/send/forgot'];
const newPassword = 'another-sesame';
const error = (code: number, message: string) => ({ code, message, reason: message });
const noMatch = error(404, 'No matching reset confirmation was found.');
const stillActive = {
  ...error(400, 'Error while resetting password; reset confirmation remains active until it expires.'),
  errors: [expect.objectContaining({ code: expect.any(String) })],
};
const wasReset = { code: 200, reason: 'Password has been reset.', message: 'Password has been reset.' };

const forgot = (email: string) => post(`/confirm/send/forgot/${encodeURIComponent(email)}`);
const accept = (body: unknown) => put('/confirm/accept/forgot', { body });

/** Requests a mail and waits for its key; `count` is the number of mails to the address by then. */
async function newKey(email: string, count = 1): Promise<string> {
  await forgot(email);
  const keys = (await waitForMails(server, email, count)).map(resetKey);
  const fresh = keys.filter((key) => !known.has(key));
  fresh.forEach((key) => known.add(key));
  return fresh[0] ?? '';
}

const known = new Set<string>();
let account: TestAccount;

beforeEach(async () => {
  account = await newAccount(server);
});

describe('requesting a new password', () => {
  it.each(paths)('responds at %s with an empty body, for any address', async (path) => {
    const custodial = newEmail(server);
    await newCustodialAccount(server, account, { emails: [custodial] });
    for (const email of [account.email, account.email.toUpperCase(), newEmail(server), custodial, 'a@b']) {
      const { status, text } = await post(`${path}/${encodeURIComponent(email)}`);
      expect({ email, status, text }).toEqual({ email, status: 200, text: '' });
    }
  });

  it('sends a mail with a link, for any spelling of the address', async () => {
    expect((await post(`/confirm/forgot/${account.email.toUpperCase()}`)).status).toBe(200);
    const [mail = ''] = await waitForMails(server, account.email);
    expect(resetKey(mail)).toHaveLength(32);
    expect(mail).toContain(`href="${server.url}/confirm-password-reset?resetKey=`);
  });

  it('sends a mail without a key if there is no account', async () => {
    const email = newEmail(server);
    await forgot(email);
    const [mail = ''] = await waitForMails(server, email);
    expect(mail).toContain('/signup');
    expect(mail).not.toMatch(/key=/i);
  });

  it('sends no key for an account that logs in elsewhere', async () => {
    const token = await newServerToken(server);
    const body = { updates: { roles: ['patient', 'brokered'] } };
    expect((await put(`/auth/user/${account.userId}`, { token, body })).status).toBe(200);
    await forgot(account.email);
    const [mail = ''] = await waitForMails(server, account.email);
    expect(mail).toMatch(/^Subject: There is no account/m);
    expect(mail).not.toMatch(/key=/i);
  });

  it('sends no key for an unclaimed account', async () => {
    const email = newEmail(server);
    const { userid } = await newCustodialAccount(server, account, { emails: [email] });
    await post(`/confirm/send/signup/${userid}`, { token: account.token, body: {} });
    await waitForMails(server, email);
    await Promise.all(Array.from({ length: 7 }, () => forgot(email)));
    const mails = await waitForMails(server, email, 6);
    await forgot(account.email);
    await waitForMails(server, account.email);
    expect(await mailsTo(server, email)).toHaveLength(6);
    expect(new Set(mails.map(signupKey)).size).toBe(6);
    for (const mail of mails) expect(mail).not.toContain('resetKey');
    const token = await newServerToken(server);
    expect((await get(`/auth/user/${userid}`, { token })).body.passwordExists).toBe(false);
  });

  it('sends at most five mails an hour to an address', async () => {
    const unknown = newEmail(server);
    for (const email of [account.email, unknown]) {
      const answers = await Promise.all(Array.from({ length: 9 }, () => forgot(email)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      await waitForMails(server, email, 5);
    }
    const another = newEmail(server);
    await forgot(another);
    await waitForMails(server, another);
    expect(await mailsTo(server, account.email)).toHaveLength(5);
    expect(await mailsTo(server, unknown)).toHaveLength(5);
  });

  it.each([['nonsense'], ['%20'], [`${'a'.repeat(250)}@example.org`], ['😀']])('refuses %s', async (text) => {
    for (const path of paths) {
      const { status, body } = await post(`${path}/${text}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 400, reason: body.message });
    }
  });
});

describe('setting a new password', () => {
  it('replaces the old one and ends all sessions', async () => {
    const { email, token } = account;
    const key = await newKey(email);
    expect((await get('/auth/user', { token })).status).toBe(200);
    const { status, body } = await accept({ key, email: email.toUpperCase(), password: newPassword });
    expect({ status, body }).toEqual({ status: 200, body: wasReset });
    expect((await get('/auth/user', { token })).status).toBe(401);
    expect((await logIn(server, email, account.password)).status).toBe(401);
    expect((await logIn(server, email, newPassword)).status).toBe(200);
  });

  it('works once', async () => {
    const { email } = account;
    const key = await newKey(email);
    const answers = await Promise.all(
      [1, 2, 3].map((number) => accept({ key, email, password: `${newPassword}${number}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    const again = await accept({ key, email, password: newPassword });
    expect({ status: again.status, body: again.body }).toEqual({ status: 404, body: noMatch });
  });

  it('works with any of several links, and then with no other', async () => {
    const { email } = account;
    const first = await newKey(email);
    const second = await newKey(email, 2);
    expect(second).not.toBe(first);
    expect((await accept({ key: first, email, password: newPassword })).status).toBe(200);
    expect((await accept({ key: second, email, password: newPassword })).body).toEqual(noMatch);
  });

  it('does not confirm the address', async () => {
    const unverified = await newAccount(server, { verified: false });
    const key = await newKey(unverified.email);
    expect((await accept({ key, email: unverified.email, password: newPassword })).status).toBe(200);
    expect((await logIn(server, unverified.email, newPassword)).status).toBe(403);
  });

  it.each<[string, (good: object) => unknown, object]>([
    ['an unknown key', (good) => ({ ...good, key: 'x'.repeat(32) }), noMatch],
    ["another account's address", (good) => ({ ...good, email: newEmail(server) }), noMatch],
    ['no key', (good) => ({ ...good, key: undefined }), stillActive],
    ['an empty key', (good) => ({ ...good, key: '' }), stillActive],
    ['no address', (good) => ({ ...good, email: null }), stillActive],
    ['an empty address', (good) => ({ ...good, email: '' }), stillActive],
    ['no password', (good) => ({ ...good, password: undefined }), stillActive],
    ['a password that is no text', (good) => ({ ...good, password: 12345678 }), stillActive],
    ['a short password', (good) => ({ ...good, password: '😀'.repeat(7) }), stillActive],
    ['a long password', (good) => ({ ...good, password: 'x'.repeat(73) }), stillActive],
    ['a password with a space', (good) => ({ ...good, password: 'open sesame' }), stillActive],
    ['an array', (good) => [good], stillActive],
  ])('is refused with %s, and the link stays valid', async (_what, change, expected) => {
    const { email } = account;
    const good = { key: await newKey(email), email, password: newPassword };
    const { status, body } = await accept(change(good));
    expect(body).toEqual(expected);
    expect(status).toBe(body.code);
    expect((await logIn(server, email, account.password)).status).toBe(200);
    expect((await accept(good)).body).toEqual(wasReset);
  });

  it.each([[''], ['{'], ['null']])('is refused with the body "%s"', async (raw) => {
    const { status, body } = await put('/confirm/accept/forgot', { raw });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 400, reason: body.message });
  });

  it('is refused with the key of a sign-up', async () => {
    const { email } = await newAccount(server, { verified: false });
    const key = 'x'.repeat(32);
    expect((await accept({ key, email, password: newPassword })).status).toBe(404);
  });
});

describe('in the graph', () => {
  it('works the same', async () => {
    const { email } = account;
    const ask =
      'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { done } }';
    const asked = await graph(ask, { variables: { input: { email } } });
    expect(asked.body).toEqual({ data: { requestPasswordReset: { done: true } } });
    const [mail = ''] = await waitForMails(server, email);
    const set = 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { done } }';
    const input = { key: resetKey(mail), email, password: newPassword };
    const wrong = await graph(set, { variables: { input: { ...input, email: newEmail(server) } } });
    expect(wrong.body.errors[0].extensions.code).toBe('NOT_FOUND');
    const right = await graph(set, { variables: { input } });
    expect(right.body).toEqual({ data: { resetPassword: { done: true } } });
    expect((await logIn(server, email, newPassword)).status).toBe(200);
  });

  it('keys cannot be guessed many at a time', async () => {
    const set = (name: string) =>
      `${name}: resetPassword(input: { key: "${name}", email: "a@example.org", password: "open-sesame" }) { done }`;
    const { body } = await graph(`mutation { ${set('a')} ${set('b')} }`);
    expect(body.errors[0].message).toContain('Only one');
  });
});
