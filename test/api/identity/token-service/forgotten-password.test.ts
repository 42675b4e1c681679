import type { BrowserTab, PageAnswer } from '../../../support/browser-tab';
import { waitForMails } from '../../../support/mails';
import {
  readAnswer,
  authorizeAddress,
  clients,
  getTokens,
  logIn,
  newAccount,
  openBrowser,
  statusAtApi,
  type Account,
} from '../../../support/realm';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const linkTo = (page: PageAnswer, action: string): string =>
  (new RegExp(`href="([^"]*/login-actions/${action}[^"]*)"`).exec(page.text)?.[1] ?? '').replaceAll(
    '&amp;',
    '&',
  );

/** Goes from the log-in page to the one for forgotten passwords. */
async function openForm(browser: BrowserTab): Promise<PageAnswer> {
  const page = await browser.get(authorizeAddress(clients.web));
  return browser.get(linkTo(page, 'reset-credentials'));
}

async function askForLink(email: string): Promise<PageAnswer> {
  const browser = openBrowser();
  const page = await openForm(browser);
  expect(page.text).toContain('name="username"');
  return browser.submit(page, { username: email });
}

const withoutAddress = (page: PageAnswer, email: string): string =>
  page.text.replaceAll(email, '').replace(/attempt=[0-9a-f]+/g, '');

/** The page behind the link in the mail. */
async function openLink({ email }: Pick<Account, 'email'>, browser: BrowserTab): Promise<PageAnswer> {
  const [mail = ''] = await waitForMails(server, email);
  const link = /https?:\/\/\S*(\/confirm-password-reset\?resetKey=[\w-]+)/.exec(mail)?.[1] ?? '';
  return browser.get(link);
}

const chosen = (email: string, password: string, again = password) => ({
  email,
  password,
  'password-confirm': again,
});

describe('A forgotten password', () => {
  it('is replaced through a mailed link, and all sessions end', async () => {
    const account = await newAccount();
    const tokens = await getTokens(account);
    expect((await askForLink(account.email)).status).toBe(200);
    const browser = openBrowser();
    const form = await openLink(account, browser);
    const done = await browser.submit(form, chosen(account.email, 'another-sesame'));
    expect(done.status).toBe(200);
    expect(done.text).toContain('The new password is set');
    expect(await statusAtApi(tokens.access_token)).toBe(401);
    expect((await logIn(openBrowser(), account)).status).toBe(200);
    const answer = await logIn(openBrowser(), { ...account, password: 'another-sesame' });
    expect(readAnswer(answer).has('code')).toBe(true);
    const again = await browser.submit(form, chosen(account.email, 'a-third-sesame'));
    expect(again.status).toBe(400);
    expect(again.text).toContain('role="alert"');
  });

  it('gets the same response for an unknown address', async () => {
    const account = await newAccount();
    const stranger = `x${account.email}`;
    const [known, unknown] = [await askForLink(account.email), await askForLink(stranger)];
    expect(known.status).toBe(200);
    expect(unknown.status).toBe(200);
    expect(withoutAddress(unknown, stranger)).toBe(withoutAddress(known, account.email));
  });

  it('is requested again if the input is not an address', async () => {
    const page = await askForLink('no address');
    expect(page.text).toContain('role="alert"');
    expect(page.text).toMatch(/aria-invalid="true"\s+aria-describedby="problem"/);
    expect(page.text).toContain('value="no address"');
  });

  it('keeps its link if the form is incomplete', async () => {
    const account = await newAccount();
    await askForLink(account.email);
    const browser = openBrowser();
    const form = await openLink(account, browser);
    for (const fields of [
      chosen(account.email, 'another-sesame', 'a-third-sesame'),
      chosen(account.email, 'short'),
      chosen('', 'another-sesame'),
    ]) {
      const page = await browser.submit(form, fields);
      expect(page.status).toBe(200);
      expect(page.text).toContain('role="alert"');
      expect(page.text).not.toContain('another-sesame');
    }
    const foreign = await browser.submit(form, chosen('somebody@example.org', 'another-sesame'));
    expect(foreign.status).toBe(400);
    const done = await browser.submit(form, chosen(account.email, 'another-sesame'));
    expect(done.text).toContain('The new password is set');
  });

  it('cannot be changed without a key', async () => {
    const browser = openBrowser();
    const form = await browser.get('/confirm-password-reset');
    expect(form.status).toBe(200);
    expect((await browser.submit(form, chosen('a@example.org', 'another-sesame'))).status).toBe(400);
    expect((await browser.post('/confirm-password-reset', {})).status).toBe(400);
  });
});
