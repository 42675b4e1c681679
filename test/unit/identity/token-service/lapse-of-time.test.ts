import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';
import express from 'express';
import { readConfig } from '../../../../src/platform/config';
import { Database } from '../../../../src/platform/database/database';
import { persistence } from '../../../../src/persistence';
import { createServices, type Services } from '../../../../src/services';
import { tokenServiceRouter } from '../../../../src/identity/token-service/token-service-router';
import {
  readAnswer,
  authorizeAddress,
  clients,
  codeForm,
  endpoint,
  getTokens,
  logIn,
  openBrowser,
  refreshForm,
  readRefusal,
  refused,
  tokenRequest,
  readTokens,
  type Account,
} from '../../../support/realm';
import { listening } from '../../../support/listening';
import { serverVariables, verificationSecret } from '../../../support/server';

/** These tests move the clock, so the token service runs in their own process. */
let server: Server;
let database: Database;
let services: Services;
let started: number;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The helpers of tests find the server in the environment. */
function publish(url: string): void {
  globalThis.serverName = 'lapse';
  globalThis.dialect = 'sqlite';
  const names = serverVariables('lapse');
  Object.assign(process.env, { [names.url]: url, [names.folder]: '/', [names.serverSecret]: 'none' });
}

const configFor = (url: string) =>
  readConfig({
    BASE_URL: url,
    DATABASE_URL: 'sqlite::memory:',
    VERIFICATION_SECRET: verificationSecret,
    CLIENTS_FILE: resolve('test/support/clients.json'),
  });

beforeAll(async () => {
  const app = express();
  server = createServer(app);
  const url = await listening(server);
  const config = configFor(url);
  database = await Database.open(config.DATABASE_URL, { schema: persistence, poolSize: 2, migrate: true });
  services = createServices(config, database);
  app.use(tokenServiceRouter(services.tokenServiceParts));
  publish(url);
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await database.close();
});

beforeEach(() => {
  jest.useFakeTimers({
    doNotFake: [
      ...(['nextTick', 'setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
      ...(['setTimeout', 'clearTimeout', 'queueMicrotask', 'performance', 'hrtime'] as const),
    ],
  });
  started = Date.now();
});

afterEach(() => {
  jest.useRealTimers();
});

/** Moves the clock to this many milliseconds after the start of the test. */
const moveTo = (milliseconds: number): void => void jest.setSystemTime(started + milliseconds);

let accounts = 0;
async function newAccount(): Promise<Account> {
  accounts += 1;
  const email = `person-${accounts}@${verificationSecret}`;
  const password = 'open-sesame';
  const user = await services.accounts.prepare({ username: email, emails: [email], password });
  await database.transaction((manager) => services.accounts.insert(manager, user));
  return { userId: user.id, email, password };
}

const userInfoStatus = async (token: string): Promise<number> =>
  (await fetch(endpoint('userinfo'), { headers: { authorization: `Bearer ${token}` } })).status;

const refresh = (token: string, client: typeof clients.web | typeof clients.phone = clients.web) =>
  tokenRequest(refreshForm(client, token));

const silentAnswer = async (browser: ReturnType<typeof openBrowser>): Promise<URLSearchParams> =>
  readAnswer(await browser.get(authorizeAddress(clients.web, { prompt: 'none' })));

const notActive = refused('invalid_grant', 'Token is not active');

describe('After some time', () => {
  it('a log-in that was begun 30 minutes ago has expired', async () => {
    const { email, password } = await newAccount();
    const browser = openBrowser();
    const page = await browser.get(authorizeAddress(clients.web));
    moveTo(30 * minute);
    const answer = await browser.submit(page, { username: email, password });
    expect(answer.status).toBe(400);
    expect(answer.location).toBeNull();
  });

  it('a code has expired after 60 seconds', async () => {
    const account = await newAccount();
    const browser = openBrowser();
    const early = readAnswer(await logIn(browser, account)).get('code') ?? '';
    const late = (await silentAnswer(browser)).get('code') ?? '';
    moveTo(59 * second);
    await readTokens(await tokenRequest(codeForm(clients.web, early)));
    moveTo(60 * second);
    const refusal = await readRefusal(await tokenRequest(codeForm(clients.web, late)));
    expect(refusal).toEqual(refused('invalid_grant', 'Code not valid'));
  });

  it('an access token has expired after 10 minutes', async () => {
    const { access_token: token } = await getTokens(await newAccount());
    moveTo(9 * minute);
    expect(await userInfoStatus(token)).toBe(200);
    moveTo(10 * minute + second);
    expect(await userInfoStatus(token)).toBe(401);
  });

  it('a session that was unused for 8 hours is over', async () => {
    const browser = openBrowser();
    const { refresh_token: token } = await getTokens(await newAccount(), { browser });
    moveTo(8 * hour + second);
    expect((await silentAnswer(browser)).get('error')).toBe('login_required');
    expect(await readRefusal(await refresh(token))).toEqual(notActive);
  });

  it('a session in use lives for 24 hours', async () => {
    let tokens = await getTokens(await newAccount());
    for (const hours of [7, 14, 21]) {
      moveTo(hours * hour);
      tokens = await readTokens(await refresh(tokens.refresh_token));
    }
    expect(tokens.refresh_expires_in).toBe((3 * hour) / second);
    moveTo(24 * hour + second);
    expect(await readRefusal(await refresh(tokens.refresh_token))).toEqual(notActive);
  });

  it('a person who asked to be remembered stays logged in for 7 days without and 30 days with use', async () => {
    const browser = openBrowser();
    await logIn(browser, await newAccount(), clients.web, {}, { rememberMe: 'on' });
    for (const days of [6, 12, 18, 24, 29]) {
      moveTo(days * day);
      expect((await silentAnswer(browser)).has('code')).toBe(true);
    }
    moveTo(30 * day);
    expect((await silentAnswer(browser)).get('error')).toBe('login_required');
  });

  it('the password is requested again if it was entered longer ago than the client accepts', async () => {
    const browser = openBrowser();
    await logIn(browser, await newAccount());
    moveTo(61 * second);
    const answer = await browser.get(authorizeAddress(clients.web, { max_age: '60', prompt: 'none' }));
    expect(readAnswer(answer).get('error')).toBe('login_required');
  });

  it('an offline session lives as long as it is used every 45 days', async () => {
    const changes = { scope: 'openid offline_access' };
    let tokens = await getTokens(await newAccount(), { client: clients.phone, changes });
    for (const days of [44, 88, 132]) {
      moveTo(days * day);
      tokens = await readTokens(await refresh(tokens.refresh_token, clients.phone));
      expect(await userInfoStatus(tokens.access_token)).toBe(200);
    }
    moveTo((132 + 46) * day);
    expect(await readRefusal(await refresh(tokens.refresh_token, clients.phone))).toEqual(notActive);
  });

  it('an expired id token still ends its session', async () => {
    const browser = openBrowser();
    const tokens = await getTokens(await newAccount(), { browser });
    moveTo(7 * hour);
    const { access_token: token } = await readTokens(await refresh(tokens.refresh_token));
    await browser.get(`${endpoint('logout')}?id_token_hint=${tokens.id_token}`);
    expect(await userInfoStatus(token)).toBe(401);
  });
});
