import { movedClock } from '../../../support/moved-clock';
import type { OwnApp } from '../../../support/own-app';
import { startOwnRealm } from '../../../support/own-realm';
import {
  readAnswer,
  authorizeAddress,
  clients,
  getTokens,
  logIn,
  newAccount,
  openBrowser,
} from '../../../support/realm';

let own: OwnApp;

const { moveTo } = movedClock();

beforeAll(async () => {
  own = await startOwnRealm();
});

afterAll(() => own.close());

const silentWith = (hint: string) => ({ prompt: 'none', id_token_hint: hint });

describe('An id token hint in an authorization request', () => {
  it('of another person gives no code of the signed-on person', async () => {
    const browser = openBrowser();
    await logIn(browser, await newAccount());
    const { id_token: other } = await getTokens(await newAccount());
    const answer = readAnswer(await browser.get(authorizeAddress(clients.web, silentWith(other))));
    expect(answer.get('error')).toBe('login_required');
    expect(answer.has('code')).toBe(false);
    const page = await browser.get(authorizeAddress(clients.web, { id_token_hint: other }));
    expect(page.text).toContain('id="kc-form-login"');
    expect(readAnswer(await browser.get(authorizeAddress(clients.web, { prompt: 'none' }))).has('code')).toBe(
      true,
    );
  });

  it('of the same person gives a code, even long after its expiration', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    const { id_token: hint } = await getTokens(account, { browser });
    for (const minutes of [0, 60]) {
      moveTo(minutes);
      const answer = readAnswer(await browser.get(authorizeAddress(clients.web, silentWith(hint))));
      expect(answer.has('code')).toBe(true);
    }
  });

  it('of another realm, of another kind or of no one matches no session: a silent request fails', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    const tokens = await getTokens(account, { browser });
    const elsewhere = await getTokens(account, { realm: 'qa2' });
    for (const hint of [elsewhere.id_token, tokens.access_token, 'nonsense']) {
      const answer = readAnswer(await browser.get(authorizeAddress(clients.web, silentWith(hint))));
      expect(answer.get('error')).toBe('login_required');
      const shown = await browser.get(authorizeAddress(clients.web, { id_token_hint: hint }));
      expect(readAnswer(shown).has('code')).toBe(true);
    }
  });
});
