import { movedClock } from '../../../support/moved-clock';
import type { OwnApp } from '../../../support/own-app';
import { startOwnRealm } from '../../../support/own-realm';
import type { BrowserTab, PageAnswer } from '../../../support/browser-tab';
import {
  readAnswer,
  authorizeAddress,
  clients,
  getTokens,
  logIn,
  newAccount,
  openBrowser,
  readTokens,
  refreshForm,
  tokenRequest,
  type Account,
} from '../../../support/realm';

let own: OwnApp;

const { moveTo } = movedClock();

beforeAll(async () => {
  // With a hash that takes a while, forms that are sent together are checked together.
  own = await startOwnRealm({ LOG_IN_PAGE_TTL: '600', PASSWORD_HASH_MEMORY: '131072' });
});

afterAll(() => own.close());

const send = (browser: BrowserTab, page: PageAnswer, { email, password }: Account) =>
  browser.submit(page, { username: email, password });

function expectNewPage(answer: PageAnswer): void {
  expect(answer.status).toBe(400);
  expect(answer.location).toBeNull();
  expect(answer.text).toContain('id="kc-form-login"');
  expect(answer.text).toMatch(/role="alert"[^>]*>This log-in page has expired/);
}

describe('A log-in page that has expired', () => {
  it('becomes a new one, which leads to the same target', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    const changes = { state: 'kept', response_mode: 'fragment' };
    const page = await browser.get(authorizeAddress(clients.web, changes));
    moveTo(11);
    const anew = await send(browser, page, account);
    expectNewPage(anew);
    expect(browser.cookie('sso_session')).toBeUndefined();
    const answer = await send(browser, anew, account);
    expect(answer.location).toContain(`${clients.web.redirectUri}#`);
    expect(readAnswer(answer).get('state')).toBe('kept');
    expect(readAnswer(answer).has('code')).toBe(true);
  });

  it('becomes a new one if reloaded too', async () => {
    const browser = openBrowser();
    const page = await browser.get(authorizeAddress(clients.web));
    moveTo(11);
    const address = /action="([^"]*authenticate[^"]*)"/.exec(page.text)?.[1] ?? '';
    expectNewPage(await browser.get(address));
  });

  it('redirects to the client in a browser that is signed on by then', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    const page = await browser.get(authorizeAddress(clients.web, { state: 'first tab' }));
    await send(browser, await browser.get(authorizeAddress(clients.otherWeb)), account);
    moveTo(11);
    const answer = readAnswer(await send(browser, page, account));
    expect(answer.get('state')).toBe('first tab');
    expect(answer.has('code')).toBe(true);
  });
});

describe('A log-in page that is submitted twice', () => {
  it('redirects to the client twice', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    const page = await browser.get(authorizeAddress(clients.web, { state: 's', prompt: 'login' }));
    const answers = [await send(browser, page, account), await send(browser, page, account)].map(readAnswer);
    expect(answers.map((answer) => answer.get('state'))).toEqual(['s', 's']);
    expect(answers[0]?.get('code')).not.toBe(answers[1]?.get('code'));
  });

  it('redirects to the client twice even if the first answer has not arrived', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    const page = await browser.get(authorizeAddress(clients.web));
    const answers = await Promise.all([send(browser, page, account), send(browser, page, account)]);
    const codes = answers.map((answer) => readAnswer(answer).get('code'));
    expect(new Set(codes).size).toBe(2);
    expect(codes).not.toContain(null);
    expect(readAnswer(await browser.get(authorizeAddress(clients.web, { prompt: 'none' }))).has('code')).toBe(
      true,
    );
  });

  it('asks for the password again if it was entered too long ago for the client', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    await send(browser, await browser.get(authorizeAddress(clients.web)), account);
    moveTo(1);
    const page = await browser.get(authorizeAddress(clients.web, { prompt: 'login' }));
    moveTo(12);
    expectNewPage(await send(browser, page, account));
  });
});

describe('A log-in page of another browser', () => {
  it('becomes a new page without the address suggested by the client', async () => {
    const page = await openBrowser().get(authorizeAddress(clients.web, { login_hint: 'ann@example.org' }));
    const stranger = openBrowser();
    const anew = await send(stranger, page, await newAccount());
    expectNewPage(anew);
    expect(anew.text).not.toContain('ann@example.org');
    expect(stranger.cookie('sso_session')).toBeUndefined();
  });
});

describe('Logging in again in a browser that is signed on', () => {
  const hour = 60;
  const silently = async (browser: BrowserTab) =>
    readAnswer(await browser.get(authorizeAddress(clients.web, { prompt: 'none' })));

  it.each<[string, Record<string, string>]>([
    ['as the client wishes', { prompt: 'login' }],
    ['because the last time is too long ago', { max_age: '60' }],
  ])('%s extends the session, which stays the same', async (_why, changes) => {
    const [browser, account] = [openBrowser(), await newAccount()];
    const first = await getTokens(account, { browser });
    moveTo(7 * hour);
    const again = await getTokens(account, { browser, changes });
    expect(again.session_state).toBe(first.session_state);
    for (const hours of [14, 21, 28]) {
      moveTo(hours * hour);
      if (hours === 28) expect((await silently(browser)).has('code')).toBe(true);
      else await readTokens(await tokenRequest(refreshForm(clients.web, first.refresh_token)));
    }
    moveTo(32 * hour);
    expect((await silently(browser)).get('error')).toBe('login_required');
  });

  it('remembers it if asked to, and offers that to those who are remembered', async () => {
    const [browser, account] = [openBrowser(), await newAccount()];
    const choice = /name="rememberMe" type="checkbox"\s+checked/;
    await logIn(browser, account);
    moveTo(1);
    const page = await browser.get(authorizeAddress(clients.web, { prompt: 'login' }));
    expect(page.text).not.toMatch(choice);
    const { email: username, password } = account;
    await browser.submit(page, { username, password, rememberMe: 'on' });
    moveTo(6 * 24 * hour);
    expect((await silently(browser)).has('code')).toBe(true);
    const later = await browser.get(authorizeAddress(clients.web, { prompt: 'login' }));
    expect(later.text).toMatch(choice);
    await browser.submit(later, { username, password });
    moveTo((6 * 24 + 9) * hour);
    expect((await silently(browser)).get('error')).toBe('login_required');
  });

  it('is not what a consent is: the session ends as it would have', async () => {
    const [browser, account] = [openBrowser(), await newAccount()];
    const { refresh_token: token } = await getTokens(account, { browser });
    for (const hours of [7, 14, 21]) {
      moveTo(hours * hour);
      await readTokens(await tokenRequest(refreshForm(clients.web, token)));
    }
    const page = await browser.get(authorizeAddress(clients.foreign));
    const answer = await browser.submit(page, { step: 'consent', accept: 'yes' });
    expect(readAnswer(answer).has('code')).toBe(true);
    moveTo(25 * hour);
    expect((await silently(browser)).get('error')).toBe('login_required');
  });
});
