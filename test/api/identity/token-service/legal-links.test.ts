import type { OwnApp } from '../../../support/own-app';
import { startOwnRealm } from '../../../support/own-realm';
import {
  authorizeAddress,
  changeAccount,
  clients,
  endpoint,
  logIn,
  newAccount,
  openBrowser,
} from '../../../support/realm';

/** The links in the footer: URL as in the page, and name. */
function legalLinks(text: string): (string | undefined)[][] {
  const footer = /<footer[^]*<\/footer>/.exec(text)?.[0] ?? '';
  return [...footer.matchAll(/<a\s[^>]*href="([^"]*)"[^>]*>([^<]*)<\/a\s*>/g)].map(([tag, href, name]) => {
    expect(tag).toContain('target="_blank"');
    expect(tag).toContain('rel="noopener noreferrer"');
    return [href, name];
  });
}

const registrationPage = async (role: string): Promise<string> => {
  const address = authorizeAddress(clients.web, { role });
  return (await openBrowser().get(address.replace(endpoint('auth'), endpoint('registrations')))).text;
};

const logInPage = async (): Promise<string> => (await openBrowser().get(authorizeAddress(clients.web))).text;

async function termsPage(): Promise<string> {
  const account = await newAccount({ setUp: false });
  await changeAccount(account.userId, { emailVerified: true });
  return (await logIn(openBrowser(), account)).text;
}

const consentPage = async (): Promise<string> =>
  (await logIn(openBrowser(), await newAccount(), clients.foreign)).text;

const pages: [string, () => Promise<string>, string][] = [
  ['log-in', logInPage, 'id="kc-form-login"'],
  ['the choice of an account', () => registrationPage('none'), 'Who is the account for?'],
  ['registration of a patient', () => registrationPage('patient'), 'id="kc-register-form"'],
  ['registration of a clinician', () => registrationPage('clinician'), 'name="terms"'],
  ['agreement with the terms', termsPage, 'name="agree"'],
  ['consent to a client', consentPage, 'Allow access?'],
];

const mailPage = async (path: string): Promise<string> => (await openBrowser().get(path)).text;

async function failedConfirmation(): Promise<string> {
  const browser = openBrowser();
  const page = await browser.get('/login?signupKey=gone');
  return (await browser.submit(page, {})).text;
}

const pagesBehindMails: typeof pages = [
  ['confirmation of an address', () => mailPage('/login?signupKey=key'), 'name="signupKey"'],
  ['a link that is not valid any more', failedConfirmation, 'This link is not valid any more'],
  ['a new password', () => mailPage('/confirm-password-reset?resetKey=key'), 'name="resetKey"'],
  ['people without an application', () => mailPage('/login'), 'Answer invitations'],
];

describe('With TERMS_URL and PRIVACY_URL', () => {
  let own: OwnApp;
  beforeAll(async () => {
    own = await startOwnRealm({
      TERMS_URL: `https://operator.example/it's/?a=1&b="><script>#part-2`,
      PRIVACY_URL: 'http://operator.example/privacy/',
    });
  });
  afterAll(() => own.close());

  it.each([...pages, ...pagesBehindMails])('the page for %s links to both', async (_name, open, mark) => {
    const text = await open();
    expect(text).toContain(mark);
    expect(legalLinks(text)).toEqual([
      ['https://operator.example/it&#39;s/?a=1&amp;b=%22%3E%3Cscript%3E#part-2', 'Terms of use'],
      ['http://operator.example/privacy/', 'Privacy policy'],
    ]);
  });
});

describe('With PRIVACY_URL alone', () => {
  let own: OwnApp;
  beforeAll(async () => {
    own = await startOwnRealm({ PRIVACY_URL: 'https://operator.example/privacy' });
  });
  afterAll(() => own.close());

  it('pages link only to that one', async () => {
    expect(legalLinks(await logInPage())).toEqual([['https://operator.example/privacy', 'Privacy policy']]);
  });
});

describe('Without both settings', () => {
  let own: OwnApp;
  beforeAll(async () => {
    own = await startOwnRealm();
  });
  afterAll(() => own.close());

  it('pages have no footer', async () => {
    const text = await logInPage();
    expect(text).toContain('id="kc-form-login"');
    expect(text).not.toContain('<footer');
  });
});
