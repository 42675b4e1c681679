import { randomUUID } from 'node:crypto';
import { logIn, newAccount, newServerToken, sessionToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { signupKey, waitForMails } from '../../../support/mails';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put } = api(server);

const send = (userId: string, token?: string) => post(`/confirm/send/signup/${userId}`, { token });
const accept = (key: string) => put(`/confirm/accept/signup/${key}`);

/** A new account that has requested its confirmation, and the key in the mail. */
async function askedAccount() {
  const account = await newAccount(server, { verified: false });
  await send(account.userId, account.token);
  const [mail = ''] = await waitForMails(server, account.email);
  return { ...account, mail, key: signupKey(mail) };
}

describe('the confirmation of an address', () => {
  it('is requested by a mail that only the owner of the address receives', async () => {
    const { email, mail, key } = await askedAccount();
    expect(key).toMatch(/^[\w-]{32}$/);
    expect(mail).toContain(`To: ${email}\r\n`);
    const link = `${server.url}/login?signupEmail=${encodeURIComponent(email)}&signupKey=${key}`;
    expect(mail).toContain(link);
    expect(mail).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  });

  it('is requested with an empty response that reveals no key', async () => {
    const { userId, token } = await newAccount(server, { verified: false });
    const { status, text } = await send(userId, token);
    expect({ status, text }).toEqual({ status: 200, text: '' });
  });

  it.each([['{"404":[]}'], ['{}'], ['']])('accepts the meaningless body "%s"', async (raw) => {
    const { userId, token } = await newAccount(server, { verified: false });
    expect((await post(`/confirm/send/signup/${userId}`, { token, raw })).status).toBe(200);
  });

  it.each([['nonsense'], ['null'], ['[]'], ['{"clinicId":1}']])(
    'is refused with the body %s',
    async (raw) => {
      const { userId, token } = await newAccount(server, { verified: false });
      for (const path of ['send/signup', 'signup']) {
        expect((await post(`/confirm/${path}/${userId}`, { token, raw })).status).toBe(400);
      }
      expect((await get(`/confirm/signup/${userId}`, { token })).status).toBe(404);
    },
  );

  it('verifies the account, which can log in from then on', async () => {
    const { email, password, key } = await askedAccount();
    expect((await logIn(server, email, password)).status).toBe(403);
    const { status, text } = await accept(key);
    expect({ status, text }).toEqual({ status: 200, text: '' });
    const token = sessionToken(await logIn(server, email, password));
    expect((await get('/auth/user', { token })).body.emailVerified).toBe(true);
  });

  it('can be accepted again', async () => {
    const { key } = await askedAccount();
    await accept(key);
    expect((await accept(key)).status).toBe(200);
  });

  it('is accepted with any body', async () => {
    const { key } = await askedAccount();
    expect((await put(`/confirm/accept/signup/${key}`, { raw: 'nonsense' })).status).toBe(200);
  });

  it('is accepted only with the exact key', async () => {
    const { key } = await askedAccount();
    const swapped = key.replace(/[a-zA-Z]/g, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    for (const wrong of [swapped, `${key}%20`, key.slice(1), 'nonsense', '%F0%9F%98%80', "'%20or%201=1"]) {
      const { status, body } = await accept(wrong);
      const reason = 'No matching signup confirmation was found';
      expect({ wrong, status, body }).toEqual({
        wrong,
        status: 404,
        body: { code: 404, reason, message: reason },
      });
    }
  });

  it('is not requested twice', async () => {
    const { userId, email, password, token, key } = await askedAccount();
    const reason = 'User already has an existing valid signup confirmation';
    const refusal = { status: 403, body: { code: 403, reason, message: reason } };
    const pending = await send(userId, token);
    expect({ status: pending.status, body: pending.body }).toEqual(refusal);
    await accept(key);
    const completed = await send(userId, sessionToken(await logIn(server, email, password)));
    expect({ status: completed.status, body: completed.body }).toEqual(refusal);
  });

  it('is requested once for several concurrent requests', async () => {
    const { userId, email, token } = await newAccount(server, { verified: false });
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(userId, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403]);
    await waitForMails(server, email);
  });

  it('can be requested by a trusted server', async () => {
    const { userId, email } = await newAccount(server, { verified: false });
    expect((await send(userId, await newServerToken(server))).status).toBe(200);
    await waitForMails(server, email);
  });

  it('tells a trusted server if there is no such account', async () => {
    const token = await newServerToken(server);
    for (const name of [randomUUID(), 'nonsense']) expect((await send(name, token)).status).toBe(404);
  });

  it('cannot be requested by other callers', async () => {
    const { userId } = await newAccount(server, { verified: false });
    const { token } = await newAccount(server);
    for (const name of [userId, randomUUID(), 'nonsense']) {
      for (const each of [token, 'nonsense', undefined]) {
        const { status, body } = await send(name, each);
        expect({ name, each, status }).toEqual({ name, each, status: 401 });
        expect(body).toEqual({ code: 401, reason: expect.any(String), message: body.reason });
      }
    }
  });
});
