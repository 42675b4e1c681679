import { newAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { BrowserTab } from '../../../support/browser-tab';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { waitFor } from '../../../support/wait-until';

let own: OwnApp;

beforeAll(async () => {
  own = await startOwnApp();
}, 120_000);

afterAll(() => own.close(), 120_000);

/** The key of an expired mail to reset a password. */
async function expiredKey(email: string): Promise<string> {
  const { database, app, server } = own;
  expect((await api(server).post(`/confirm/send/forgot/${email}`)).status).toBe(200);
  const key = await waitFor('the link', async () => {
    const [found] = await app.services.confirmationRecords.ofAddress(email, { type: 'password_reset' });
    return found?.key;
  });
  await database.transaction((manager) =>
    manager.query('UPDATE confirmations SET expires_time = 1 WHERE address = ?', [email]),
  );
  return key;
}

it('an expired link sets no password, with or without its page', async () => {
  const { server } = own;
  const account = await newAccount(server);
  const key = await expiredKey(account.email);
  const browser = new BrowserTab(server.url);
  const form = await browser.get(`/confirm-password-reset?resetKey=${key}`);
  const password = 'another-sesame';
  const page = await browser.submit(form, { email: account.email, password, 'password-confirm': password });
  expect(page.status).toBe(400);
  expect(page.text).toContain('role="alert"');
  expect(page.text).toContain('not valid any more');
  expect(page.text).not.toContain(password);
  const body = { key, email: account.email, password };
  const answer = await api(server).put('/confirm/accept/forgot', { body });
  expect(answer.status).toBe(404);
  expect(answer.body.message).toBe('Password reset confirmation has expired.');
  expect((await api(server).get('/auth/user', { token: account.token })).status).toBe(200);
});
