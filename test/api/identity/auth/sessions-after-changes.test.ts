import { logIn, newAccount, newEmail, newServerToken, sessionToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { mailsTo, waitForMails } from '../../../support/mails';
import { clients, getTokens, refreshForm, statusAtApi, tokenRequest } from '../../../support/realm';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { put } = api(server);

/** An account with a session that makes a change, and sessions of all other kinds. */
async function accountWithSessions() {
  const account = await newAccount(server);
  const other = sessionToken(await logIn(server, account.email, account.password));
  const browser = await getTokens(account);
  const phone = await getTokens(account, {
    client: clients.phone,
    changes: { scope: 'openid offline_access' },
  });
  const refreshed = () => tokenRequest(refreshForm(clients.phone, phone.refresh_token));
  return { ...account, others: [other, browser.access_token, phone.access_token], refreshed };
}

const statuses = (tokens: readonly string[]) => Promise.all(tokens.map(statusAtApi));

describe.each([
  ['password', () => ({ password: 'close-sesame' })],
  ['address', () => ({ username: newEmail(server) })],
])('A new %s', (_what, updates) => {
  it('ends all sessions except the one that makes the change', async () => {
    const { token, others, refreshed } = await accountWithSessions();
    expect((await put('/auth/user', { token, body: { updates: updates() } })).status).toBe(200);
    expect(await statusAtApi(token)).toBe(200);
    expect(await statuses(others)).toEqual([401, 401, 401]);
    expect((await refreshed()).status).toBe(400);
  });

  it('ends none if the caller asks to keep them, over REST and in the graph', async () => {
    const { token, others, refreshed } = await accountWithSessions();
    const body = { updates: updates(), keepOtherSessions: true };
    expect((await put('/auth/user', { token, body })).status).toBe(200);
    const change = 'mutation ($input: UpdateMeInput!) { updateMe(input: $input) { user { id } } }';
    const input = { ...updates(), keepOtherSessions: true };
    const { body: answer } = await api(server).graph(change, { token, variables: { input } });
    expect(answer.errors).toBeUndefined();
    expect(await statuses([token, ...others])).toEqual([200, 200, 200, 200]);
    expect((await refreshed()).status).toBe(200);
  });
});

it('No session ends if nothing changes', async () => {
  const { token, email, others } = await accountWithSessions();
  const updates = { username: email, emails: [email], termsAccepted: '2024-01-01T00:00:00Z' };
  expect((await put('/auth/user', { token, body: { updates } })).status).toBe(200);
  expect(await statuses(others)).toEqual([200, 200, 200]);
});

it('An invalid flag is refused, and nothing changes', async () => {
  const { token, email, password } = await newAccount(server);
  const body = { updates: { password: 'close-sesame' }, keepOtherSessions: 'yes' };
  expect((await put('/auth/user', { token, body })).status).toBe(400);
  expect((await logIn(server, email, password)).status).toBe(200);
});

describe('The owner is notified by mail', () => {
  it('of a new password', async () => {
    const { token, email } = await newAccount(server);
    await put('/auth/user', { token, body: { updates: { password: 'close-sesame' } } });
    const [mail = ''] = await waitForMails(server, email);
    expect(mail).toContain('Subject: Your password was changed');
    expect(mail).not.toContain('close-sesame');
  });

  it('of a new address, at the previous one, without the new one in the mail', async () => {
    const { token, email } = await newAccount(server);
    const next = newEmail(server);
    await put('/auth/user', { token, body: { updates: { username: next } } });
    const [mail = ''] = await waitForMails(server, email);
    expect(mail).toContain('Subject: Your email address was changed');
    expect(mail).not.toContain(next);
  });

  it('of changes by trusted servers', async () => {
    const { userId, email } = await newAccount(server);
    const token = await newServerToken(server);
    await put(`/auth/user/${userId}`, { token, body: { updates: { password: 'close-sesame' } } });
    expect((await waitForMails(server, email)).join()).toContain('Your password was changed');
  });

  it('but not at an address that was never confirmed', async () => {
    const { token, email } = await newAccount(server, { verified: false });
    const [second, third] = [newEmail(server), newEmail(server)];
    for (const username of [second, third])
      await put('/auth/user', { token, body: { updates: { username, password: 'close-sesame' } } });
    await waitForMails(server, third);
    expect(await mailsTo(server, email)).toEqual([]);
    expect((await mailsTo(server, second)).join()).not.toContain('was changed');
  });
});
