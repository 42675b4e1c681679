import type { BrowserTab, PageAnswer } from '../../../support/browser-tab';
import { newExternalPerson } from '../../../support/external-provider';
import { logInAtProvider } from '../../../support/provider-log-in';
import {
  readAnswer,
  authorizeAddress,
  changeAccount,
  clients,
  logIn,
  newAccount,
  openBrowser,
} from '../../../support/realm';

/**
 * Two browsers with the same secret: the victim's, in which the attacker has planted the cookie, and the attacker's.
 */
async function plantedBrowsers(): Promise<{ attacker: BrowserTab; victim: BrowserTab }> {
  const [attacker, victim] = [openBrowser(), openBrowser()];
  await attacker.get(authorizeAddress(clients.web));
  const planted = attacker.cookies.get('sso_browser');
  if (!planted) throw new Error('The browser has no secret.');
  victim.cookies.set('sso_browser', planted);
  return { attacker, victim };
}

function expectNothing(browser: BrowserTab, answer: PageAnswer): void {
  expect(answer.status).toBe(400);
  expect(answer.location).toBeNull();
  expect(browser.cookie('sso_session')).toBeUndefined();
}

describe('An attacker who has planted a browser secret', () => {
  it.each([
    ['consent', clients.foreign, { prompt: 'consent' }, { accept: 'yes' }],
    ['the terms', clients.web, {}, { age: '18-and-over', agree: 'yes', accept: 'yes' }],
  ])("cannot finish the step (%s) after another person's password", async (_name, client, changes, done) => {
    const { attacker, victim } = await plantedBrowsers();
    const account = await newAccount({ setUp: client === clients.foreign });
    if (client === clients.web) await changeAccount(account.userId, { emailVerified: true });
    const page = await attacker.get(authorizeAddress(client, changes));
    const step = await victim.submit(page, { username: account.email, password: account.password });
    expect(step.status).toBe(200);
    expect(victim.cookie('sso_browser')).not.toBe(attacker.cookie('sso_browser'));

    expectNothing(attacker, await attacker.submit(step, done));
    const address = /action="([^"]*required-action[^"]*)"/.exec(step.text)?.[1] ?? '';
    expectNothing(attacker, await attacker.get(address));
    expect(readAnswer(await victim.submit(step, done)).has('code')).toBe(true);
  });

  it('cannot finish a step of a signed-on person', async () => {
    const { attacker, victim } = await plantedBrowsers();
    await logIn(victim, await newAccount());
    const planted = attacker.cookies.get('sso_browser');
    if (planted) victim.cookies.set('sso_browser', planted);
    const step = await victim.get(authorizeAddress(clients.foreign));
    expectNothing(attacker, await attacker.submit(step, { accept: 'yes' }));
    expect(readAnswer(await victim.submit(step, { accept: 'yes' })).has('code')).toBe(true);
  });

  it('cannot get a provider account linked by its owner', async () => {
    const { attacker, victim } = await plantedBrowsers();
    const account = await newAccount();
    const page = await logInAtProvider(newExternalPerson({ email: account.email }), { browser: attacker });
    expect(page.text).toContain('You already have an account');
    const answer = await victim.submit(page, { password: account.password });
    expect(answer.status).toBe(400);
    expect(victim.cookie('sso_session')).toBeUndefined();
  });
});

describe('A browser secret', () => {
  it('is replaced after each password, and stays after a wrong one', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    const page = await logIn(browser, { ...account, password: 'not the right one' });
    const before = browser.cookie('sso_browser');
    await browser.submit(page, { username: account.email, password: 'not right either' });
    expect(browser.cookie('sso_browser')).toBe(before);
    await browser.submit(page, { username: account.email, password: account.password });
    const after = browser.cookie('sso_browser');
    expect(after).not.toBe(before);
    await logIn(browser, account, clients.web, { prompt: 'login' });
    expect(browser.cookie('sso_browser')).not.toBe(after);
  });
});
