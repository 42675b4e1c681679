import type { OwnApp } from '../../../support/own-app';
import { startOwnRealm } from '../../../support/own-realm';
import {
  readAnswer,
  authorizeAddress,
  clients,
  endpoint,
  logIn,
  newAccount,
  openBrowser,
} from '../../../support/realm';

let own: OwnApp;

beforeAll(async () => {
  own = await startOwnRealm({ AUTH_URL: 'https://auth.example' });
});

afterAll(() => own.close());

const [session, browserSecret] = ['__Host-sso_session-qa1', '__Host-sso_browser-qa1'];
const silent = { prompt: 'none' };

describe('If the realm is reached over https', () => {
  it('secret cookies can only be set by its host, separately for each realm', async () => {
    const browser = openBrowser();
    await logIn(browser, await newAccount());
    for (const name of [session, browserSecret]) {
      const text = browser.cookies.get(name)?.text ?? '';
      expect(text.split('; ')).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure']));
      expect(text).not.toMatch(/domain=/i);
    }
    expect(browser.cookies.get(session)?.text).toContain('SameSite=None');
    expect(browser.cookies.get(browserSecret)?.text).toContain('SameSite=Lax');
    expect(readAnswer(await browser.get(authorizeAddress(clients.web, silent))).has('code')).toBe(true);
    const elsewhere = await browser.get(authorizeAddress(clients.web, silent, 'qa2'));
    expect(readAnswer(elsewhere).get('error')).toBe('login_required');
  });

  it('cookies with other names, which any host of the domain could set, are ignored', async () => {
    const browser = openBrowser();
    await logIn(browser, await newAccount());
    const planted = { cookie: `sso_session=${browser.cookie(session)}` };
    const answer = await openBrowser().get(authorizeAddress(clients.web, silent), planted);
    expect(readAnswer(answer).get('error')).toBe('login_required');

    const account = await newAccount();
    const page = await openBrowser().get(authorizeAddress(clients.web));
    const secret = page.headers.getSetCookie().join().split('=')[1]?.split(';')[0] ?? '';
    const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const fields = { username: account.email, password: account.password };
    const sent = await openBrowser().post(action, fields, { cookie: `sso_browser=${secret}` });
    expect(sent.status).toBe(400);
  });

  it('the session ends with the log-out', async () => {
    const browser = openBrowser();
    await logIn(browser, await newAccount());
    const page = await browser.get(endpoint('logout'));
    await browser.submit(page, {});
    expect(browser.cookie(session)).toBeUndefined();
    expect(readAnswer(await browser.get(authorizeAddress(clients.web, silent))).get('error')).toBe(
      'login_required',
    );
  });
});
