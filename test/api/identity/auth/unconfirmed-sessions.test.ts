import { logIn, newAccount, newEmail, sessionToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { signupKey, waitForMails } from '../../../support/mails';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put } = api(server);

const statusOf = async (token: string) => (await get('/auth/user', { token })).status;

/** The key in the mail that confirms the address of an account. */
async function sentKey(userId: string, email: string, token: string): Promise<string> {
  expect((await post(`/confirm/send/signup/${userId}`, { token })).status).toBe(200);
  const [mail = ''] = await waitForMails(server, email);
  return signupKey(mail);
}

describe('The session of a sign-up', () => {
  it('ends, with everything derived from it, when the address is confirmed by its owner', async () => {
    const { userId, email, password, token } = await newAccount(server, { verified: false });
    const renewed = sessionToken(await get('/auth/login', { token }));
    const key = await sentKey(userId, email, token);
    expect(await statusOf(renewed)).toBe(200);
    expect((await put(`/confirm/accept/signup/${key}`)).status).toBe(200);
    expect([await statusOf(token), await statusOf(renewed)]).toEqual([401, 401]);

    const own = sessionToken(await logIn(server, email, password));
    expect((await put(`/confirm/accept/signup/${key}`)).status).toBe(200);
    expect(await statusOf(own)).toBe(200);
  });

  it('ends even if the address was changed before it was confirmed', async () => {
    const { token } = await newAccount(server, { verified: false });
    const email = newEmail(server, { verified: false });
    await put('/auth/user', { token, body: { updates: { username: email } } });
    const [mail = ''] = await waitForMails(server, email);
    expect((await put(`/confirm/accept/signup/${signupKey(mail)}`)).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
  });

  it('continues if it has set another address of a confirmed account', async () => {
    const { token } = await newAccount(server);
    const email = newEmail(server);
    await put('/auth/user', { token, body: { updates: { username: email } } });
    const [mail = ''] = await waitForMails(server, email);
    expect((await put(`/confirm/accept/signup/${signupKey(mail)}`)).status).toBe(200);
    expect(await statusOf(token)).toBe(200);
  });
});
