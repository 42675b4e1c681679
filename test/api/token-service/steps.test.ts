import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  answerOf,
  authorizeAddress,
  changeAccount,
  clients,
  logIn,
  newAccount,
  openBrowser,
} from '../../support/realm';
import { serverUnderTest } from '../../support/server';

/** The link of the confirmation in a mail to this address, once it has arrived. */
async function confirmationLink(email: string): Promise<URL> {
  const { mailFolder } = serverUnderTest();
  for (;;) {
    const mails = readdirSync(mailFolder)
      .map((name) => readFileSync(join(mailFolder, name), 'utf8').replace(/=\r?\n/g, '').replaceAll('=3D', '='))
      .filter((text) => text.includes(email));
    const link = /http[^\s"]+signupKey=[A-Za-z0-9_-]+/.exec(mails.join('\n'))?.[0];
    if (link) return new URL(link);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const silent = { prompt: 'none' };

describe('An account whose address is not confirmed', () => {
  it('gets a mail and no code; after the link the log-in goes on', async () => {
    const browser = openBrowser();
    const account = await newAccount({ setUp: false, roles: ['clinician'] });
    const waiting = await logIn(browser, account);
    expect(waiting.status).toBe(200);
    expect(waiting.text).toContain(account.email);
    expect(browser.cookie('sso_session')).toBeUndefined();
    const still = await browser.submit(waiting, { step: 'check' });
    expect(still.text).toContain(account.email);
    const again = await browser.submit(still, { step: 'verify-email' });
    expect(again.text).toContain(account.email);

    const link = await confirmationLink(account.email);
    const page = await browser.get(link.pathname + link.search);
    expect(page.text).toContain(account.email);
    expect((await browser.submit(page, {})).status).toBe(200);

    const terms = await browser.submit(again, { step: 'check' });
    const answer = await browser.submit(terms, { agree: 'yes', accept: 'yes' });
    expect(answerOf(answer).has('code')).toBe(true);
  });

  it('is not confirmed by opening the link alone, nor by a wrong key', async () => {
    const account = await newAccount({ setUp: false });
    await logIn(openBrowser(), account);
    const link = await confirmationLink(account.email);
    await openBrowser().get(link.pathname + link.search);
    const wrong = await openBrowser().post('/login', { signupKey: 'wrong' });
    expect(wrong.status).toBe(400);
    expect((await logIn(openBrowser(), account)).text).toContain('Confirm your e-mail address');
  });

  it('cannot skip the step with the form of a later one', async () => {
    const browser = openBrowser();
    const account = await newAccount({ setUp: false, roles: ['clinician'] });
    const waiting = await logIn(browser, account);
    const answer = await browser.submit(waiting, { step: 'accept-terms', agree: 'yes', accept: 'yes' });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('Confirm your e-mail address');
  });
});

describe('An account without a role', () => {
  it('chooses one', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    await changeAccount(account.userId, { roles: ['migrated_clinic'] });
    const choice = await logIn(browser, account);
    expect(choice.text).toContain('value="clinician"');
    const refusal = await browser.submit(choice, { step: 'choose-role', role: 'backend_service' });
    expect(refusal.text).toContain('role="alert"');
    const answer = await browser.submit(refusal, { step: 'choose-role', role: 'clinician' });
    expect(answerOf(answer).has('code')).toBe(true);
  });

  it('answers a silent request with interaction_required', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    await logIn(browser, account);
    await changeAccount(account.userId, { roles: ['migrated_clinic'] });
    const answer = await browser.get(authorizeAddress(clients.web, silent));
    expect(answerOf(answer).get('error')).toBe('interaction_required');
    const choice = await browser.get(authorizeAddress(clients.web));
    expect(answerOf(await browser.submit(choice, { step: 'choose-role', role: 'patient' })).has('code')).toBe(true);
  });
});

describe('An account that has not accepted the terms', () => {
  const unaccepted = async (role: string) => {
    const account = await newAccount({ setUp: false, roles: [role] });
    await changeAccount(account.userId, { emailVerified: true });
    return account;
  };

  it('of a patient tells the age and agrees', async () => {
    const browser = openBrowser();
    const terms = await logIn(browser, await unaccepted('patient'));
    expect(terms.text).toContain('name="age"');
    const ageMissing = await browser.submit(terms, { agree: 'yes', accept: 'yes' });
    expect(ageMissing.text).toContain('role="alert"');
    const agreementMissing = await browser.submit(terms, { age: '13-to-17', accept: 'yes' });
    expect(agreementMissing.text).toContain('role="alert"');
    const answer = await browser.submit(terms, { age: '13-to-17', agree: 'yes', accept: 'yes' });
    expect(answerOf(answer).has('code')).toBe(true);
    expect(answerOf(await browser.get(authorizeAddress(clients.web, silent))).has('code')).toBe(true);
  });

  it('of a clinician agrees', async () => {
    const browser = openBrowser();
    const terms = await logIn(browser, await unaccepted('clinician'));
    expect(terms.text).not.toContain('name="age"');
    expect(answerOf(await browser.submit(terms, { agree: 'yes', accept: 'yes' })).has('code')).toBe(true);
  });

  it('goes back with access_denied when the person cancels', async () => {
    const browser = openBrowser();
    const account = await unaccepted('patient');
    const terms = await logIn(browser, account, clients.web, { state: 's' });
    const answer = await browser.submit(terms, { cancel: 'yes' });
    expect(Object.fromEntries(answerOf(answer))).toMatchObject({ error: 'access_denied', state: 's' });
    expect(browser.cookie('sso_session')).toBeUndefined();
    expect((await browser.submit(terms, { age: '18-and-over', agree: 'yes', accept: 'yes' })).status).toBe(400);
  });
});
