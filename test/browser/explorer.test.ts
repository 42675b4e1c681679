import type { Browser, Page } from 'playwright-core';
import { newAccount, type TestAccount } from '../support/accounts';
import { api } from '../support/api';
import { openBrowser } from '../support/browser';
import { newClinic, newPatient } from '../support/clinics';
import { messenger } from '../support/messages';
import { serverUnderTest } from '../support/server';
import { closeStartedServers, startServer } from '../support/server-process';
import { waitFor } from '../support/wait-until';

const server = serverUnderTest();
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await closeStartedServers();
});

/** An account with a name and a few sensor readings, so that the example query has a result. */
async function accountWithReadings(): Promise<TestAccount> {
  const account = await newAccount(server);
  const { userId, token } = account;
  await api(server).put(`/metadata/${userId}/profile`, { token, body: { fullName: 'Ana Ñandú' } });
  const created = await api(server).post(`/v1/users/${userId}/data_sets`, {
    token,
    body: { dataSetType: 'continuous' },
  });
  const records = [101, 112, 123].map((value, index) => ({
    type: 'cbg',
    time: new Date(Date.UTC(2024, 4, 6, 7, 5 * index)).toISOString(),
    units: 'mg/dL',
    value,
  }));
  const uploaded = await api(server).post(`/v1/data_sets/${created.body.data.uploadId}/data`, {
    token,
    body: records,
  });
  expect(uploaded.status).toBe(200);
  return account;
}

/** Everything that a page must not do: load from elsewhere, violate its policy, report errors. */
function watch(page: Page): string[] {
  const complaints: string[] = [];
  page.on('request', (request) => {
    const address = request.url();
    if (/^https?:/.test(address) && !address.startsWith(server.url)) complaints.push(`loads ${address}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

async function logIn(page: Page, { email, password }: TestAccount): Promise<void> {
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.fill('#kc-form-login input[name=username]', email);
  await page.fill('#kc-form-login input[name=password]', password);
  await page.click('#kc-login');
  await page.getByText(email).waitFor();
}

const runQuery = (page: Page) => page.getByRole('button', { name: /execute query/i }).click();

it('logs in, runs the example query and shows glucose values, with nothing from elsewhere', async () => {
  const account = await accountWithReadings();
  const page = await browser.newPage({ viewport: { width: 1280, height: 1400 } });
  const complaints = watch(page);
  await page.goto(`${server.url}/explorer`);
  await logIn(page, account);
  await runQuery(page);
  await page.getByText('Ana Ñandú').waitFor();
  const answer = await page.locator('.result-window').innerText();
  expect(answer).toMatch(/"value":\s*101/);
  expect(answer).toMatch(/"value":\s*123/);
  expect(complaints).toEqual([]);
  await page.close();
});

it("shows a clinician the clinic's patients with the example query", async () => {
  const clinic = await newClinic(server);
  await newPatient(server, clinic, { fullName: 'Ben Ångström' });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.url}/explorer`);
  await logIn(page, clinic.admin);
  await runQuery(page);
  await page.locator('.result-window').getByText('Ben Ångström').waitFor();
  await page.close();
});

it('offers examples for the roles of the person, filled in with their clinic and patients', async () => {
  const clinic = await newClinic(server, { name: 'Clinic of examples' });
  await newPatient(server, clinic, { fullName: 'Zoë Ångström' });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const complaints = watch(page);
  await page.goto(`${server.url}/explorer`);
  await logIn(page, clinic.admin);
  await page.getByLabel('Examples').selectOption('Clinic of examples: no upload for a week');
  await page.locator('.graphiql-query-editor').getByText('NotUploaded').waitFor();
  await runQuery(page);
  await page.locator('.result-window').getByText('Zoë Ångström').waitFor();
  expect(await page.getByLabel('Examples').locator('option').allInnerTexts()).toEqual([
    'Choose one…',
    'Clinic of examples: below 70 % time in range',
    'Clinic of examples: no upload for a week',
    'Clinic of examples: statistics by tag',
    'Clinic of examples: two weeks of a patient',
  ]);
  expect(complaints).toEqual([]);
  await page.close();
});

it('runs a subscription until it is stopped', async () => {
  const account = await newAccount(server);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const complaints = watch(page);
  const query = `subscription { messageAdded(userId: "${account.userId}") { text } }`;
  await page.addInitScript(`localStorage.setItem('graphiql:query', ${JSON.stringify(query)})`);
  await page.goto(`${server.url}/explorer`);
  await logIn(page, account);
  const begun = page.waitForResponse(`${server.url}/graphql/stream`);
  await runQuery(page);
  expect((await begun).status()).toBe(200);
  await messenger(server, account).sent({ messagetext: 'from elsewhere' });
  await page.locator('.result-window').getByText('from elsewhere').waitFor();
  await messenger(server, account).sent({ messagetext: 'and again' });
  await page.locator('.result-window').getByText('and again').waitFor();
  const stopped = page.waitForEvent('requestfailed');
  await page.getByRole('button', { name: /stop query/i }).click();
  expect((await stopped).url()).toBe(`${server.url}/graphql/stream`);
  expect(complaints).toEqual([]);
  await page.close();
});

it('runs a subscription longer than its token, without log-out', async () => {
  const own = await startServer({ ACCESS_TOKEN_TTL: '3' });
  const account = await newAccount(own, { verified: true });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const tokens: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/openid-connect/token')) return;
    // The last one may arrive while the page closes.
    const { access_token: token } = (await response.json().catch(() => ({}))) as { access_token?: string };
    if (token) tokens.push(token);
  });
  const query = `subscription { messageAdded(userId: "${account.userId}") { text } }`;
  await page.addInitScript(`localStorage.setItem('graphiql:query', ${JSON.stringify(query)})`);
  await page.goto(`${own.url}/explorer`);
  await logIn(page, account);
  const begun = page.waitForResponse(`${own.url}/graphql/stream`);
  await runQuery(page);
  expect((await begun).status()).toBe(200);
  for (const text of ['one lifetime', 'two lifetimes', 'three lifetimes']) {
    const token = await waitFor('a token', () => tokens.at(-1));
    await waitFor('the end of the token', async () =>
      (await api(own).get('/auth/user', { token })).status === 401 ? true : undefined,
    );
    await waitFor('its successor', () => tokens.at(-1) !== token || undefined);
    await messenger(own, account).sent({ messagetext: text });
    await page.locator('.result-window').getByText(text).waitFor();
  }
  expect(new Set(tokens).size).toBeGreaterThan(3);
  expect(await page.locator('header').innerText()).toContain(account.email);
  expect(await page.getByRole('status').first().innerText()).toBe('');
  await page.close();
});

it('keeps the token in memory only, and a reload needs no password', async () => {
  const account = await accountWithReadings();
  const page = await browser.newPage();
  await page.goto(`${server.url}/explorer`);
  await logIn(page, account);
  await runQuery(page);
  await page.getByText('Ana Ñandú').waitFor();
  const kept = await page.evaluate<string>(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  );
  expect(kept).not.toMatch(/eyJ/);
  expect(kept).not.toContain('Ana Ñandú');

  await page.reload();
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText(account.email).waitFor();
  expect(page.url()).toBe(`${server.url}/explorer`);
  await page.close();
});

it('ends the session when the person logs out', async () => {
  const account = await newAccount(server);
  const page = await browser.newPage();
  await page.goto(`${server.url}/explorer`);
  await logIn(page, account);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.locator('#kc-form-login').waitFor();
  await page.close();
});

it('explains the graph to people who are not logged in, and asks them to log in for data', async () => {
  const page = await browser.newPage();
  await page.goto(`${server.url}/explorer`);
  await runQuery(page);
  await page
    .getByText(/log-in/i)
    .first()
    .waitFor();
  await page.getByRole('button', { name: /documentation explorer/i }).click();
  await page.getByText('Query', { exact: true }).first().waitFor();
  await page.close();
});

it('fits a phone', async () => {
  const page = await browser.newPage({ viewport: { width: 375, height: 740 } });
  await page.goto(`${server.url}/explorer`);
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  expect(overflow).toBeLessThanOrEqual(0);
  await page.close();
});
