import { newServerToken, type TestAccount, newAccount as openAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { readAnswer, changeAccount, clients, logIn, openBrowser } from '../../../support/realm';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { graph, put } = api(server);

const newPassword = 'a-new-password';
const newAccount = () => openAccount(server, { verified: true });

/** An attacker with the old password has entered it, and left the next step open. */
async function attemptBehindPassword(account: TestAccount) {
  const browser = openBrowser();
  const step = await logIn(browser, account, clients.foreign);
  expect(step.status).toBe(200);
  expect(step.text).toContain('required-action');
  return { browser, step };
}

async function mutate(name: string, userId: string, token: string): Promise<void> {
  const document = `mutation ($userId: ID!) { ${name}(input: { userId: $userId }) { __typename } }`;
  const { body } = await graph(document, { variables: { userId }, token });
  expect(body.errors).toBeUndefined();
}

const ways: [string, (account: TestAccount) => Promise<void>][] = [
  [
    'a new password of the owner',
    async ({ token }) => {
      const body = { updates: { password: newPassword } };
      expect((await put('/auth/user', { token, body })).status).toBe(200);
    },
  ],
  ['a new password by a trusted server', ({ userId }) => changeAccount(userId, { password: newPassword })],
  [
    'the end of an account, though it is opened again',
    async ({ userId }) => {
      const token = await newServerToken(server);
      await mutate('disableUser', userId, token);
      await mutate('enableUser', userId, token);
    },
  ],
];

describe('A log-in after its password step', () => {
  it.each(ways)('ends with %s', async (_name, end) => {
    const account = await newAccount();
    const { browser, step } = await attemptBehindPassword(account);
    await end(account);
    const answer = await browser.submit(step, { accept: 'yes' });
    expect(answer.status).toBe(400);
    expect(answer.location).toBeNull();
    expect(answer.text).toContain('Please log in again');
    expect(browser.cookie('sso_session')).toBeUndefined();
    const address = /action="([^"]*required-action[^"]*)"/.exec(step.text)?.[1] ?? '';
    expect((await browser.get(address)).status).toBe(400);
  });

  it('has not given the client access: the owner is asked for consent with the new password', async () => {
    const account = await newAccount();
    const { browser, step } = await attemptBehindPassword(account);
    await changeAccount(account.userId, { password: newPassword });
    const page = await browser.submit(step, { accept: 'yes' });
    const again = await browser.submit(page, { username: account.email, password: newPassword });
    expect(again.text).toContain('required-action');
    expect(readAnswer(await browser.submit(again, { accept: 'yes' })).has('code')).toBe(true);
  });

  it('continues if the owner changes something else', async () => {
    const account = await newAccount();
    const { browser, step } = await attemptBehindPassword(account);
    await changeAccount(account.userId, { termsAccepted: '2024-01-01T00:00:00Z' });
    expect(readAnswer(await browser.submit(step, { accept: 'yes' })).has('code')).toBe(true);
  });
});
