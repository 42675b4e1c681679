import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type Keycloak from 'keycloak-js';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { newAccount } from '../support/accounts';
import { openBrowser } from '../support/browser';
import { freePort } from '../support/child';
import { startServer, type RunningServer } from '../support/server-process';
import { waitFor } from '../support/wait-until';

/** State shown by the application's page. */
interface ApplicationGlobals {
  keycloak: Keycloak;
  loggedOut?: true;
}

/** The published keycloak-js, in a page of a web application. */
const adapter = readFileSync(resolve('node_modules/keycloak-js/lib/keycloak.js'), 'utf8');
/** The same host as that of the token service: without https, Chromium sends no cookies to frames of another site. */
let application: string;
let tokenService: string;

const applicationPage = (): string => `<!doctype html><title>Application</title><script type="module">
import Keycloak from '/keycloak.js';
const keycloak = new Keycloak({ url: '${tokenService}', realm: 'qa1', clientId: 'blip' });
globalThis.keycloak = keycloak;
keycloak.onAuthLogout = () => { globalThis.loggedOut = true; };
globalThis.ready = keycloak.init({
  onLoad: 'check-sso',
  silentCheckSsoRedirectUri: location.origin + '/silent-check-sso.html',
  pkceMethod: 'S256',
  checkLoginIframeInterval: 1,
}).then((authenticated) => { globalThis.authenticated = authenticated; },
        (error) => { globalThis.authenticated = String(error?.error ?? error); });
</script>`;

const files: Record<string, [string, string]> = {
  '/keycloak.js': ['text/javascript', adapter],
  '/silent-check-sso.html': [
    'text/html',
    '<!doctype html><script>parent.postMessage(location.href, location.origin)</script>',
  ],
};

let browser: Browser;
let applicationServer: Server;
let server: RunningServer;

beforeAll(async () => {
  applicationServer = createServer(({ url = '/' }, response) => {
    const [contentType, body] = files[new URL(url, application).pathname] ?? ['text/html', applicationPage()];
    response.setHeader('Content-Type', contentType).end(body);
  }).listen(0, 'localhost');
  await once(applicationServer, 'listening');
  application = `http://localhost:${(applicationServer.address() as AddressInfo).port}`;
  const port = String(await freePort());
  tokenService = `http://localhost:${port}`;
  server = await startServer({ PORT: port, BASE_URL: application, AUTH_URL: tokenService });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await server.close();
  applicationServer.close();
});

/** Result of the adapter's start; an error as text. */
async function authenticated(page: Page): Promise<unknown> {
  const started = await waitFor('the adapter', () =>
    page
      .evaluate(() => {
        const page = globalThis as { authenticated?: unknown };
        return 'authenticated' in page ? { result: page.authenticated } : undefined;
      })
      .catch(() => undefined),
  );
  return started.result;
}

async function openApplication(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${application}/start`);
  return page;
}

async function logIn(page: Page): Promise<{ userId: string; email: string }> {
  const account = await newAccount(server);
  await page.evaluate(() => void (globalThis as unknown as ApplicationGlobals).keycloak.login());
  await page.waitForURL(/\/protocol\/openid-connect\/auth/);
  await page.fill('#username', account.email);
  await page.fill('#password', account.password);
  await page.click('#kc-login');
  await page.waitForURL((url) => url.href.startsWith(`${application}/start`));
  return account;
}

describe('The adapter of the web application', () => {
  it('logs in with a code, refreshes, finds the session again, and notices a log-out elsewhere', async () => {
    const context = await browser.newContext();
    const page = await openApplication(context);
    expect(await authenticated(page)).toBe(false);
    const account = await logIn(page);
    expect(await authenticated(page)).toBe(true);
    const told = await page.evaluate(() => {
      const { subject, tokenParsed, refreshTokenParsed, sessionId } = (
        globalThis as unknown as ApplicationGlobals
      ).keycloak;
      return { subject, email: tokenParsed?.email, session: refreshTokenParsed?.sid === sessionId };
    });
    expect(told).toEqual({ subject: account.userId, email: account.email, session: true });

    const refreshed = await page.evaluate(async () => {
      const { keycloak } = globalThis as unknown as ApplicationGlobals;
      const before = keycloak.token;
      return { refreshed: await keycloak.updateToken(-1), isNew: keycloak.token !== before };
    });
    expect(refreshed).toEqual({ refreshed: true, isNew: true });

    const other = await openApplication(context);
    expect(await authenticated(other)).toBe(true);

    const loggedOut = page.waitForURL(`${application}/bye`);
    await page.evaluate(
      (target) => void (globalThis as unknown as ApplicationGlobals).keycloak.logout({ redirectUri: target }),
      `${application}/bye`,
    );
    await loggedOut;
    await waitFor('the notice of the log-out', () =>
      other.evaluate(() => (globalThis as unknown as ApplicationGlobals).loggedOut),
    );
    expect(await authenticated(await openApplication(context))).toBe(false);
    await context.close();
  });

  it('reports a refresh token whose session has ended', async () => {
    const context = await browser.newContext();
    const page = await openApplication(context);
    await authenticated(page);
    await logIn(page);
    await authenticated(page);
    const outcome = await page.evaluate(async (address) => {
      const { keycloak } = globalThis as unknown as ApplicationGlobals;
      const form = new URLSearchParams({ client_id: 'blip', refresh_token: keycloak.refreshToken ?? '' });
      await fetch(address, { method: 'POST', body: form });
      return keycloak.updateToken(-1).then(
        () => 'refreshed',
        () => ({ authenticated: keycloak.authenticated }),
      );
    }, `${tokenService}/realms/qa1/protocol/openid-connect/logout`);
    expect(outcome).toEqual({ authenticated: false });
    await context.close();
  });
});
