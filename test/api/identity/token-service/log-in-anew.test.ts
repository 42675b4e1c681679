import { movedClock } from '../../../support/moved-clock';
import type { OwnApp } from '../../../support/own-app';
import { startOwnRealm } from '../../../support/own-realm';
import type { BrowserTab, PageAnswer } from '../../../support/browser-tab';
import {
  readAnswer,
  authorizeAddress,
  clients,
  newAccount,
  openBrowser,
  type Account,
} from '../../../support/realm';

let own: OwnApp;

const { moveTo } = movedClock();

beforeAll(async () => {
  own = await startOwnRealm({ LOG_IN_PAGE_TTL: '600' });
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

  it('concurrently redirects to the client once, and to the client or a new page the other time', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    const page = await browser.get(authorizeAddress(clients.web));
    const answers = await Promise.all([send(browser, page, account), send(browser, page, account)]);
    const withCode = answers.filter(({ status }) => status === 303);
    expect(withCode.length).toBeGreaterThan(0);
    for (const answer of answers.filter(({ status }) => status !== 303)) expectNewPage(answer);
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
