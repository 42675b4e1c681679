import {
  readAnswer,
  authorizeAddress,
  changeAccount,
  clients,
  logIn,
  newAccount,
  openBrowser,
} from '../../../support/realm';
import { signupKey, waitForMails } from '../../../support/mails';
import { serverUnderTest } from '../../../support/server';

/** The link in the confirmation mail to this address, once it has arrived. */
async function confirmationLink(email: string): Promise<string> {
  const [mail = ''] = await waitForMails(serverUnderTest(), email);
  return linkIn(mail, email);
}

function linkIn(mail: string, email: string): string {
  return `/login?${new URLSearchParams({ signupEmail: email, signupKey: signupKey(mail) }).toString()}`;
}

const silent = { prompt: 'none' };

describe('An account with an unconfirmed address', () => {
  it('gets a mail and no code; after the link the log-in continues', async () => {
    const browser = openBrowser();
    const account = await newAccount({ setUp: false, roles: ['clinician'] });
    const waiting = await logIn(browser, account);
    expect(waiting.status).toBe(200);
    expect(waiting.text).toContain(account.email);
    expect(browser.cookie('sso_session')).toBeUndefined();
    const still = await browser.submit(waiting, { step: 'check' });
    expect(still.text).toContain(account.email);

    const link = await confirmationLink(account.email);
    const page = await browser.get(link);
    expect(page.text).toContain(account.email);
    expect((await browser.submit(page, {})).status).toBe(200);

    const terms = await browser.submit(still, { step: 'check' });
    const answer = await browser.submit(terms, { agree: 'yes', accept: 'yes' });
    expect(readAnswer(answer).has('code')).toBe(true);
  });

  it('gets another mail only on request', async () => {
    const browser = openBrowser();
    const account = await newAccount({ setUp: false });
    const waiting = await logIn(browser, account);
    await browser.submit(waiting, { step: 'check' });
    const [first = ''] = await waitForMails(serverUnderTest(), account.email);
    await browser.submit(waiting, { step: 'verify-email' });
    const mails = await waitForMails(serverUnderTest(), account.email, 2);
    expect(mails).toHaveLength(2);
    const second = mails.find((mail) => signupKey(mail) !== signupKey(first)) ?? '';
    const page = await browser.get(linkIn(second, account.email));
    expect((await browser.submit(page, {})).text).toContain('You can now log in');
  });

  it('is not confirmed by opening the link only, nor by a wrong key', async () => {
    const account = await newAccount({ setUp: false });
    await logIn(openBrowser(), account);
    const link = await confirmationLink(account.email);
    await openBrowser().get(link);
    for (const key of ['wrong', 'é', '']) {
      expect((await openBrowser().post('/login', { signupKey: key })).status).toBe(400);
    }
    expect((await fetch(`${serverUnderTest().url}/login`, { method: 'POST', body: '{}' })).status).toBe(400);
    expect((await logIn(openBrowser(), account)).text).toContain('Confirm your email address');
  });

  it('cannot skip the step with the form of a later one', async () => {
    const browser = openBrowser();
    const account = await newAccount({ setUp: false, roles: ['clinician'] });
    const waiting = await logIn(browser, account);
    const answer = await browser.submit(waiting, { step: 'accept-terms', agree: 'yes', accept: 'yes' });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('Confirm your email address');
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
    expect(readAnswer(answer).has('code')).toBe(true);
  });

  it('answers a silent request with interaction_required', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    await logIn(browser, account);
    await changeAccount(account.userId, { roles: ['migrated_clinic'] });
    const answer = await browser.get(authorizeAddress(clients.web, silent));
    expect(readAnswer(answer).get('error')).toBe('interaction_required');
    const choice = await browser.get(authorizeAddress(clients.web));
    expect(
      readAnswer(await browser.submit(choice, { step: 'choose-role', role: 'patient' })).has('code'),
    ).toBe(true);
  });
});

describe('An account that has not accepted the terms', () => {
  const unaccepted = async (role: string) => {
    const account = await newAccount({ setUp: false, roles: [role] });
    await changeAccount(account.userId, { emailVerified: true });
    return account;
  };

  it('of a patient requires the age and agreement', async () => {
    const browser = openBrowser();
    const terms = await logIn(browser, await unaccepted('patient'));
    expect(terms.text).toContain('name="age"');
    const ageMissing = await browser.submit(terms, { agree: 'yes', accept: 'yes' });
    expect(ageMissing.text).toContain('role="alert"');
    const agreementMissing = await browser.submit(terms, { age: '13-to-17', accept: 'yes' });
    expect(agreementMissing.text).toContain('role="alert"');
    const answer = await browser.submit(terms, { age: '13-to-17', agree: 'yes', accept: 'yes' });
    expect(readAnswer(answer).has('code')).toBe(true);
    expect(readAnswer(await browser.get(authorizeAddress(clients.web, silent))).has('code')).toBe(true);
  });

  it('of a clinician requires agreement', async () => {
    const browser = openBrowser();
    const terms = await logIn(browser, await unaccepted('clinician'));
    expect(terms.text).not.toContain('name="age"');
    expect(readAnswer(await browser.submit(terms, { agree: 'yes', accept: 'yes' })).has('code')).toBe(true);
  });

  it('returns access_denied if the person cancels', async () => {
    const browser = openBrowser();
    const account = await unaccepted('patient');
    const terms = await logIn(browser, account, clients.web, { state: 's' });
    const answer = await browser.submit(terms, { cancel: 'yes' });
    expect(Object.fromEntries(readAnswer(answer))).toMatchObject({ error: 'access_denied', state: 's' });
    expect(browser.cookie('sso_session')).toBeUndefined();
    expect((await browser.submit(terms, { age: '18-and-over', agree: 'yes', accept: 'yes' })).status).toBe(
      400,
    );
  });
});
