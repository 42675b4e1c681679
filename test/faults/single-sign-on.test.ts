import { join } from 'node:path';
import { newAccount } from '../support/accounts';
import { api } from '../support/api';
import { BrowserTab } from '../support/browser-tab';
import { hasMysql, openTestDatabase } from '../support/mariadb';
import { startServer, type RunningServer } from '../support/server-process';

const redirectUri = 'http://localhost:3000/';
const clientId = 'blip';

interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
}

const endpoint = ({ url }: RunningServer, name: string): string =>
  `${url}/realms/qa1/protocol/openid-connect/${name}`;

const authorize = (server: RunningServer, extra: Record<string, string> = {}): string => {
  const parameters = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
  };
  return `${endpoint(server, 'auth')}?${new URLSearchParams({ ...parameters, ...extra }).toString()}`;
};

const parametersOf = (address: string | null): URLSearchParams =>
  new URL(address ?? 'about:blank').searchParams;

const askForTokens = (server: RunningServer, form: Record<string, string>): Promise<Response> =>
  fetch(endpoint(server, 'token'), {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, ...form }),
  });

async function tokensAt(server: RunningServer, form: Record<string, string>): Promise<Tokens> {
  const response = await askForTokens(server, form);
  expect(response.status).toBe(200);
  return (await response.json()) as Tokens;
}

const statusAt = async (server: RunningServer, token: string): Promise<number> =>
  (await api(server).get('/auth/user', { token })).status;

/** Two processes behind one address: a load balancer sends each request to either. */
async function startTwo(databaseUrl?: string): Promise<[RunningServer, RunningServer]> {
  const first = await startServer(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
  const shared = databaseUrl ?? `sqlite:${join(first.folder, 'glycograph.db')}`;
  return [first, await startServer({ DATABASE_URL: shared, BASE_URL: first.url })];
}

async function servesOneSession(databaseUrl?: string): Promise<void> {
  const [first, second] = await startTwo(databaseUrl);
  const { email, password } = await newAccount(first);
  const browser = new BrowserTab(first.url);

  const page = await browser.get(authorize(first));
  const action = /<form[^>]* action="([^"]*)"/.exec(page.text)?.[1] ?? '';
  const back = await browser.post(`${second.url}${action.replaceAll('&amp;', '&')}`, {
    username: email,
    password,
  });
  const answer = parametersOf(back.location);
  const code = {
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    code: answer.get('code') ?? '',
  };
  const exchanged = await tokensAt(second, code);
  const renewed = await tokensAt(first, {
    grant_type: 'refresh_token',
    refresh_token: exchanged.refresh_token,
  });
  for (const token of [exchanged.access_token, renewed.access_token])
    expect([await statusAt(first, token), await statusAt(second, token)]).toEqual([200, 200]);

  for (const server of [first, second]) {
    const silent = parametersOf((await browser.get(authorize(server, { prompt: 'none' }))).location);
    expect(silent.get('session_state')).toBe(answer.get('session_state'));
  }
  expect((await askForTokens(first, code)).status).toBe(400);
  for (const token of [exchanged.access_token, renewed.access_token])
    expect(await statusAt(second, token)).toBe(401);

  const again = await tokensAt(first, {
    ...code,
    code: parametersOf((await browser.get(authorize(second))).location).get('code') ?? '',
  });
  const later = await tokensAt(second, { grant_type: 'refresh_token', refresh_token: again.refresh_token });
  await browser.get(`${endpoint(second, 'logout')}?id_token_hint=${later.id_token}`);
  for (const server of [first, second]) {
    for (const token of [again.access_token, later.access_token])
      expect(await statusAt(server, token)).toBe(401);
    const refresh = { grant_type: 'refresh_token', refresh_token: later.refresh_token };
    expect((await askForTokens(server, refresh)).status).toBe(400);
    const silent = parametersOf((await browser.get(authorize(server, { prompt: 'none' }))).location);
    expect(silent.get('error')).toBe('login_required');
  }
  await Promise.all([first.stop(), second.stop()]);
}

describe("two processes share a browser's session, and either ends it at once", () => {
  it('on SQLite', () => servesOneSession());

  (hasMysql ? it : it.skip)('on MySQL', async () => {
    const database = await openTestDatabase();
    try {
      await servesOneSession(database.url);
    } finally {
      await database.close();
    }
  });
});
