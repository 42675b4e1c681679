import type { Browser, Page } from 'playwright-core';
import { problemsOnAnyScreen } from '../support/accessibility';
import { openBrowser } from '../support/browser';
import { startOwnApp, type OwnApp } from '../support/own-app';
import { serverUnderTest } from '../support/server';

const server = serverUnderTest();
let browser: Browser;
let withPreview: OwnApp;

beforeAll(async () => {
  browser = await openBrowser();
  withPreview = await startOwnApp({ MAIL_PREVIEW: 'true' });
});
afterAll(async () => {
  await browser.close();
  await withPreview.close();
});

const operation = '#operations-Clinics-post_v1_clinics';

/** Navigation to every page about the service; the last element selects what an earlier one has not shown yet. */
const ways: [what: string, open: (page: Page) => Promise<unknown>, within?: string][] = [
  ['what is here', (page) => page.goto(`${server.url}/`)],
  ['the mails', (page) => page.goto(`${withPreview.server.url}/mail-preview`)],
  ['the REST API', openReference],
  [
    'a route of the REST API that is tried',
    async (page) => {
      await page.goto(`${server.url}/docs#/Clinics/post_v1_clinics`);
      await page.getByRole('button', { name: 'Try it out' }).click();
      await page.getByRole('button', { name: 'Execute' }).waitFor();
    },
    operation,
  ],
  ['the graph, without internet', openGraph],
  ['the explorer', openExplorer],
  [
    'the explorer with an answer and two tabs',
    async (page) => {
      await openExplorer(page);
      await page.getByRole('button', { name: /execute query/i }).click();
      await page
        .getByText(/log-in/i)
        .first()
        .waitFor();
      await page.getByRole('button', { name: /add tab|new tab/i }).click();
      await page.locator('.graphiql-tab').nth(1).waitFor();
    },
  ],
  [
    'the explorer with its documentation',
    async (page) => {
      await openExplorer(page);
      await page.getByRole('button', { name: /documentation explorer/i }).click();
      await page.getByText('Query', { exact: true }).first().waitFor();
    },
    '.graphiql-plugin',
  ],
];

async function openReference(page: Page): Promise<void> {
  await page.goto(`${server.url}/docs`);
  await page.locator('.opblock-summary-control').first().waitFor();
}

async function openExplorer(page: Page): Promise<void> {
  await page.goto(`${server.url}/explorer`);
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  await page.locator('.cm-def').first().waitFor();
}

async function openGraph(page: Page): Promise<void> {
  await page.route(/apollographql\.com/, (route) => route.abort());
  await page.goto(`${server.url}/graphql`);
}

it.each(ways.map(([what, open, within = 'html']) => [what, open, within] as const))(
  'The page of %s is readable and usable for everyone',
  async (_page, open, within) => {
    // The list of mails runs no scripts, so axe is allowed explicitly.
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    await open(page);
    expect(await problemsOnAnyScreen(page, { within })).toEqual([]);
    await context.close();
  },
);

describe('/docs', () => {
  it('shows the routes without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${server.url}/docs`);
    expect(await page.getByText('GET /v1/time').isVisible()).toBe(true);
    await page.getByRole('link', { name: 'openapi.json' }).click();
    expect(page.url()).toBe(`${server.url}/openapi.json`);
    await context.close();
  });

  it('links to one route by its URL, within its own policy', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) complaints.push(message.text());
    });
    await page.goto(`${server.url}/docs#/Clinics/post_v1_clinics`);
    await page.locator(`${operation} .opblock-body`).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe('/graphql', () => {
  it('links to the explorer if the servers of Apollo cannot be reached', async () => {
    const page = await browser.newPage();
    await openGraph(page);
    await page.getByRole('link', { name: /explorer/ }).click();
    await page.waitForURL(`${server.url}/explorer`);
    await page.close();
  });

  it('shows the Sandbox if they can', async () => {
    const page = await browser.newPage();
    await page.route(/apollographql\.com/, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'window.EmbeddedSandbox = class { constructor(options) { window.options = options; } };',
      }),
    );
    await page.goto(`${server.url}/graphql`);
    expect(await page.getByRole('link', { name: /explorer/ }).isVisible()).toBe(false);
    expect(await page.evaluate('window.options')).toMatchObject({
      target: '#sandbox',
      initialEndpoint: `${server.url}/graphql`,
      runTelemetry: false,
    });
    await page.close();
  });
});

describe('/explorer', () => {
  it('announces the open tab', async () => {
    const page = await browser.newPage();
    await openExplorer(page);
    await page.getByRole('button', { name: /add tab|new tab/i }).click();
    const open = page.locator('.graphiql-tab-button[aria-current=true]');
    await page.locator('.graphiql-tab').nth(1).locator('[aria-current=true]').waitFor();
    expect(await open.count()).toBe(1);
    await page.locator('.graphiql-tab-button').first().click();
    await page.locator('.graphiql-tab').first().locator('[aria-current=true]').waitFor();
    expect(await open.count()).toBe(1);
    await page.close();
  });
});
