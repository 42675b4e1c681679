import type { Browser, Page } from 'playwright-core';
import { problemsOnAnyScreen } from '../support/accessibility';
import { logIn, newAccount, newEmail } from '../support/accounts';
import { api } from '../support/api';
import { openBrowser } from '../support/browser';
import { signupKey, waitForMails } from '../support/mails';
import { authorizeAddress, clients, endpoint } from '../support/realm';
import { serverUnderTest } from '../support/server';
import { newCustodialAccount } from '../support/shares';

const server = serverUnderTest();
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Navigation to every page that a person may see, without scripts. */
const ways: [string, (page: Page) => Promise<unknown>][] = [
  ['log-in', (page) => page.goto(authorizeAddress(clients.web))],
  [
    'wrong password',
    async (page) => {
      await page.goto(authorizeAddress(clients.web));
      await page.fill('#username', 'nobody@example.org');
      await page.fill('#password', 'not the right one');
      await page.click('#kc-login');
      await page.locator('[role=alert]').waitFor();
    },
  ],
  [
    'forgotten password',
    async (page) => {
      await page.goto(authorizeAddress(clients.web));
      await page.getByText('Forgot your password?').click();
      await page.waitForURL(/reset-credentials/);
    },
  ],
  ['choice of an account', (page) => page.goto(`${endpoint('registrations')}?${query()}`)],
  ['sign-up of a patient', (page) => page.goto(`${endpoint('registrations')}?${query()}&role=patient`)],
  ['sign-up of a clinician', (page) => page.goto(`${endpoint('registrations')}?${query()}&role=clinician`)],
  [
    'confirmation of the address',
    async (page) => {
      const { email, password } = await newAccount(server, { verified: false });
      await page.goto(authorizeAddress(clients.web));
      await page.fill('#username', email);
      await page.fill('#password', password);
      await page.click('#kc-login');
      await page.getByText('I have followed the link').waitFor();
    },
  ],
  [
    'consent',
    async (page) => {
      const { email, password } = await newAccount(server);
      await page.goto(authorizeAddress(clients.foreign, { scope: 'openid offline_access' }));
      await page.fill('#username', email);
      await page.fill('#password', password);
      await page.click('#kc-login');
      await page.getByText('Allow access?').first().waitFor();
    },
  ],
  ['new password', (page) => page.goto(`${server.url}/confirm-password-reset?resetKey=key`)],
  ['confirmation by the link of a mail', (page) => page.goto(`${server.url}/login?signupKey=key`)],
  ['taking an account over', openClaim],
  ['an error', (page) => page.goto(`${endpoint('auth')}?client_id=nobody`)],
  ['logged out', (page) => page.goto(endpoint('logout'))],
];

/** Follows the link in the mail to a person whose account was created by someone else. */
async function openClaim(page: Page): Promise<{ email: string; birthday: string }> {
  const email = newEmail(server, { verified: false });
  const [custodian, birthday] = [await newAccount(server), '2001-02-03'];
  const { userid } = await newCustodialAccount(server, custodian, { emails: [email] });
  const { token } = custodian;
  await api(server).put(`/metadata/${userid}/profile`, { token, body: { patient: { birthday } } });
  await api(server).post(`/confirm/send/signup/${userid}`, { token });
  const [mail = ''] = await waitForMails(server, email);
  await page.goto(`${server.url}/login?signupEmail=${email}&signupKey=${signupKey(mail)}`);
  await page.getByText('Yes, confirm it').click();
  await page.getByText('Take over the account').waitFor();
  return { email, birthday };
}

const query = (): string => authorizeAddress(clients.web).split('?')[1] ?? '';

describe('Without scripts', () => {
  it.each(ways)('the page of %s is readable, usable and safe', async (_page, open) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url) && !request.url().startsWith('data:'))
        complaints.push(`loads ${request.url()}`);
    });
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) complaints.push(message.text());
    });
    await open(page);

    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.title()).toContain(await page.locator('h1').innerText());
    expect(await page.locator('script').count()).toBe(0);
    for (const input of await page.locator('input:not([type=hidden])').all()) {
      expect(await input.evaluate((element: { labels: unknown[] }) => element.labels.length)).toBeGreaterThan(
        0,
      );
      const described = (await input.getAttribute('aria-describedby'))?.split(' ') ?? [];
      for (const id of described) expect(await page.locator(`#${id}`).count()).toBe(1);
    }
    expect(await problemsOnAnyScreen(page, { check: () => lowButtons(page) })).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

/** Buttons that are too low for a finger: 44 px is what WCAG 2.5.5 asks for. */
async function lowButtons(page: Page): Promise<string[]> {
  const low: string[] = [];
  for (const button of await page.locator('button').all()) {
    const { height } = (await button.boundingBox()) ?? { height: 0 };
    if (height < 44) low.push(`${await button.innerText()} is ${height} px high`);
  }
  return low;
}

describe('The links of mails', () => {
  it('let a person claim their account and log in', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    const { email, birthday } = await openClaim(page);
    await page.fill('#password', 'open-sesame');
    await page.fill('#birthday', '1999-01-01');
    await page.getByText('Take over the account').click();
    await page.getByRole('alert').getByText('does not match').waitFor();
    await page.fill('#password', 'open-sesame');
    await page.fill('#birthday', birthday);
    await page.getByText('Take over the account').click();
    await page.getByText('You can now log in').waitFor();
    expect((await logIn(server, email, 'open-sesame')).status).toBe(200);
    await page.close();
  });

  it('let a person set a new password, once', async () => {
    const { email } = await newAccount(server);
    await api(server).post(`/confirm/send/forgot/${encodeURIComponent(email)}`);
    const [mail = ''] = await waitForMails(server, email);
    const link = /resetKey=[\w-]+/.exec(mail)?.[0] ?? '';
    const page = await browser.newPage({ javaScriptEnabled: false });
    const set = async (password: string) => {
      await page.goto(`${server.url}/confirm-password-reset?${link}`);
      await page.getByLabel('Email').fill(email);
      for (const field of await page.locator('input[type=password]').all()) await field.fill(password);
      await page.getByText('Set the password').click();
    };
    await set('another-sesame');
    await page.getByText('The new password is set').waitFor();
    expect((await logIn(server, email, 'another-sesame')).status).toBe(200);
    await set('third-sesame');
    await page.getByText('not valid any more').waitFor();
    expect((await logIn(server, email, 'another-sesame')).status).toBe(200);
    await page.close();
  });
});

describe('With the keyboard alone', () => {
  it('a person logs in, with errors next to the fields', async () => {
    const { email, password } = await newAccount(server);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    // The first key would be lost if it came before the page has focused the field.
    const focused = (id: string) => page.locator(`#${id}:focus`).waitFor();
    await page.goto(authorizeAddress(clients.web));
    await focused('username');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await focused('password');
    await page.keyboard.type('not the right one');
    await page.keyboard.press('Enter');
    const problem = page.locator('[role=alert]');
    await problem.waitFor();
    for (const id of ['username', 'password']) {
      const field = page.locator(`#${id}`);
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await field.getAttribute('aria-describedby')).toBe(await problem.getAttribute('id'));
    }
    expect(await page.inputValue('#username')).toBe(email);
    await focused('password');
    await page.keyboard.type(password);
    const answer = page.waitForRequest(/^http:\/\/localhost:3000\/\?.*code=/);
    await page.keyboard.press('Enter');
    await answer;
    await context.close();
  });
});
