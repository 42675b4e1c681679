import { api } from '../../../support/api';
import { accountRow, bothWhileHeld } from '../../../support/held-rows';
import type { OwnApp } from '../../../support/own-app';
import { startOwnRealm } from '../../../support/own-realm';
import { authorizeAddress, clients, getTokens, logIn, newAccount, openBrowser } from '../../../support/realm';

let own: OwnApp;
beforeAll(async () => {
  own = await startOwnRealm();
});
afterAll(() => own.close());

const title = 'Allow access?';
const newPassword = 'close-sesame';

describe.each([
  ['that has just logged in', false],
  ['that was signed on already', true],
])('In a browser %s', (_which, isSignedOn) => {
  it('no consent remains that meets a new password', async () => {
    for (const consentFirst of [false, true]) {
      const account = await newAccount();
      const { access_token: token } = await getTokens(account, { client: clients.phone });
      const browser = openBrowser();
      if (isSignedOn) await getTokens(account, { browser });
      const page = await (isSignedOn
        ? browser.get(authorizeAddress(clients.foreign))
        : logIn(browser, account, clients.foreign));
      expect(page.text).toContain(title);

      const statuses: number[] = [];
      const consent = async () => void statuses.push((await browser.submit(page, { accept: 'yes' })).status);
      const body = { updates: { password: newPassword } };
      const change = async () =>
        void statuses.push((await api(own.server).put('/auth/user', { token, body })).status);
      const both = consentFirst ? ([consent, change] as const) : ([change, consent] as const);
      await bothWhileHeld(own, accountRow(account.userId), both);

      expect(statuses).toContain(200);
      const later = await logIn(openBrowser(), { ...account, password: newPassword }, clients.foreign);
      expect(later.text).toContain(title);
    }
  });
});
