import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { newAccount, newServerToken } from '../support/accounts';
import { api } from '../support/api';
import { openBrowser } from '../support/browser';
import { freePort } from '../support/child';
import { startServer, type RunningServer } from '../support/server-process';

const secret = 'secret at the provider';
const folder = mkdtempSync(join(tmpdir(), 'glycograph-'));

let browser: Browser;
let hospital: RunningServer;
let hospitalUrl: string;
let service: RunningServer;

function fileOf(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

/** The instance whose accounts log in to the other one, at `url`. */
const startHospital = (port: number, url: string) =>
  startServer({
    // Browsers share the cookies of a host between its ports, so the other instance has another host name.
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    CLIENTS_FILE: fileOf('clients.json', [
      {
        clientId: 'glycograph',
        clientSecret: secret,
        redirectUris: [`${url}/realms/glycograph/broker/hospital/endpoint`],
        grants: ['authorization_code'],
      },
    ]),
  });

const providers = (issuer: string) =>
  fileOf('providers.json', [
    {
      alias: 'hospital',
      displayName: 'the hospital',
      issuer,
      clientId: 'glycograph',
      clientSecret: secret,
      trustEmail: true,
      domains: ['owned.example.org'],
    },
  ]);

/** Two instances of the service: people with an account at one log in to the other. */
beforeAll(async () => {
  const [port, hospitalPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  hospitalUrl = `http://localhost:${hospitalPort}`;
  hospital = await startHospital(hospitalPort, url);
  const IDENTITY_PROVIDERS_FILE = providers(`${hospitalUrl}/realms/glycograph`);
  service = await startServer({ PORT: String(port), BASE_URL: url, IDENTITY_PROVIDERS_FILE });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await service.close();
  await hospital.close();
});

it('logs in with an account at a provider', async () => {
  const account = await newAccount(hospital, { roles: ['clinician'] });
  const page = await browser.newPage();
  await page.goto(`${service.url}/explorer`);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('link', { name: 'Log in with the hospital' }).click();

  await page.waitForURL(`${hospitalUrl}/**`);
  await page.fill('#username', account.email);
  await page.fill('#password', account.password);
  await page.click('#kc-login');

  await page.waitForURL(`${service.url}/**`);
  await page.getByLabel(/as a member of a clinic/).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('input[name=agree]').check();
  await page.locator('button[name=accept]').click();
  await page.getByText(account.email).waitFor();
  expect(page.url()).toBe(`${service.url}/explorer`);

  const token = await newServerToken(service);
  const { body } = await api(service).get(`/auth/user/${account.email}`, { token });
  expect(body.roles.toSorted()).toEqual(['brokered', 'clinician']);
  await page.close();
});

it('redirects to the provider that an address belongs to', async () => {
  const page = await browser.newPage();
  await page.goto(`${service.url}/explorer`);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.fill('#username', 'somebody@owned.example.org');
  await page.click('#kc-login');
  await page.waitForURL(`${hospitalUrl}/**`);
  expect(await page.inputValue('#username')).toBe('somebody@owned.example.org');
  await page.close();
});
