import {
  readAnswer,
  authorizeAddress,
  changeAccount,
  clients,
  codeForm,
  logIn,
  newAccount,
  openBrowser,
  statusAtApi,
  tokenRequest,
  readTokens,
  type Account,
} from '../../../support/realm';

const { foreign, web } = clients;
const title = 'Allow access?';
const allow = { accept: 'yes' };
const deny = { cancel: 'yes' };

/** A browser in which a person has allowed everything that the third-party client requested. */
async function browserWithConsent(account: Account, scope = 'openid') {
  const browser = openBrowser();
  await browser.submit(await logIn(browser, account, foreign, { scope }), allow);
  return browser;
}

describe('A third-party client', () => {
  it('is named, with all that it requests, before it gets a code', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    const page = await logIn(browser, account, foreign, { state: 's' });
    expect(page.status).toBe(200);
    expect(page.text).toContain(title);
    expect(page.text).toContain('<strong>Sugar &amp; Spice</strong>');
    expect(page.text).toContain(account.email.replaceAll('&', '&amp;'));
    expect(page.text).toContain('https://foreign.example');
    for (const text of ['health data', 'see your name', 'see your email address'])
      expect(page.text).toContain(text);
    expect(page.text).not.toContain('while you are not using it');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const answer = readAnswer(await browser.submit(page, allow));
    expect(answer.get('state')).toBe('s');
    const tokens = await readTokens(await tokenRequest(codeForm(foreign, answer.get('code') ?? '')));
    expect(await statusAtApi(tokens.access_token)).toBe(200);
  });

  it('that requests offline access says so', async () => {
    const scope = 'openid offline_access';
    const page = await logIn(openBrowser(), await newAccount(), foreign, { scope });
    expect(page.text).toContain('while you are not using it');
  });

  it('gets access_denied and no code if the person denies, and the next attempt asks again', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    const page = await logIn(browser, account, foreign, { state: 's' });
    const answer = readAnswer(await browser.submit(page, deny));
    expect(Object.fromEntries(answer)).toMatchObject({ error: 'access_denied', state: 's' });
    expect(answer.has('code')).toBe(false);
    expect((await browser.submit(page, allow)).status).toBe(400);
    expect((await logIn(browser, account, foreign)).text).toContain(title);
  });

  it('gets nothing from a form without a decision or of another step', async () => {
    const browser = openBrowser();
    const page = await logIn(browser, await newAccount(), foreign);
    expect((await browser.submit(page, { step: 'accept-terms', accept: 'yes' })).text).toContain(title);
    expect((await browser.submit(page, {})).text).toContain(title);
  });

  it('requires consent after the steps of the account', async () => {
    const browser = openBrowser();
    const account = await newAccount({ setUp: false, roles: ['clinician'] });
    await changeAccount(account.userId, { emailVerified: true });
    const terms = await logIn(browser, account, foreign);
    expect(terms.text).toContain('Terms of use');
    const page = await browser.submit(terms, { agree: 'yes', accept: 'yes' });
    expect(page.text).toContain(title);
    expect(readAnswer(await browser.submit(page, allow)).has('code')).toBe(true);
  });

  it('requires consent in a signed-on browser too', async () => {
    const browser = openBrowser();
    await logIn(browser, await newAccount(), web);
    const page = await browser.get(authorizeAddress(foreign));
    expect(page.text).toContain(title);
    expect(readAnswer(await browser.submit(page, allow)).has('code')).toBe(true);
  });
});

describe('Consent', () => {
  it('is remembered per account and client, in every browser', async () => {
    const account = await newAccount();
    const browser = await browserWithConsent(account);
    expect(readAnswer(await browser.get(authorizeAddress(foreign))).has('code')).toBe(true);
    expect(readAnswer(await browser.get(authorizeAddress(foreign, { prompt: 'none' }))).has('code')).toBe(
      true,
    );
    expect(readAnswer(await logIn(openBrowser(), account, foreign)).has('code')).toBe(true);
    expect((await logIn(openBrowser(), await newAccount(), foreign)).text).toContain(title);
  });

  it('to less does not cover more, and to more covers less', async () => {
    const browser = await browserWithConsent(await newAccount());
    const more = authorizeAddress(foreign, { scope: 'openid offline_access' });
    const page = await browser.get(more);
    expect(page.text).toContain(title);
    await browser.submit(page, allow);
    expect(readAnswer(await browser.get(more)).has('code')).toBe(true);
    expect(readAnswer(await browser.get(authorizeAddress(foreign))).has('code')).toBe(true);
  });

  it('is requested again with prompt=consent', async () => {
    const browser = await browserWithConsent(await newAccount());
    const page = await browser.get(authorizeAddress(foreign, { prompt: 'consent' }));
    expect(page.text).toContain(title);
    expect(readAnswer(await browser.submit(page, allow)).has('code')).toBe(true);
  });

  it('is missing with prompt=none: consent_required, and interaction_required while the account has a step', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    await logIn(browser, account, web);
    const silent = authorizeAddress(foreign, { prompt: 'none' });
    expect(readAnswer(await browser.get(silent)).get('error')).toBe('consent_required');
    await changeAccount(account.userId, { emailVerified: false });
    expect(readAnswer(await browser.get(silent)).get('error')).toBe('interaction_required');
  });

  it('is never requested for first-party clients', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    expect(readAnswer(await logIn(browser, account, web, { prompt: 'consent' })).has('code')).toBe(true);
    const again = await browser.get(authorizeAddress(web, { prompt: 'consent' }));
    expect(readAnswer(again).has('code')).toBe(true);
  });
});
