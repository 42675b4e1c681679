import { createHash, randomBytes } from 'node:crypto';
import { newAccount as openAccount, newServerToken, type TestAccount } from './accounts';
import { api } from './api';
import { BrowserTab, type PageAnswer } from './browser-tab';
import { serverUnderTest } from './server';

/** The clients in test/support/clients.json, and those of the service itself, for test log-ins. */
export const clients = {
  web: { id: 'blip', redirectUri: 'http://localhost:3000/' },
  otherWeb: { id: 'web-app', redirectUri: 'https://web.example/callback' },
  phone: { id: 'phone-app', redirectUri: 'org.example.phone://redirect' },
  foreign: { id: 'foreign-app', redirectUri: 'https://foreign.example/callback' },
  partner: {
    id: 'trusted-partner',
    secret: 'correct horse/battery+staple',
    redirectUri: 'https://partner.example/callback',
  },
} as const;

export interface TestClient {
  id: string;
  redirectUri: string;
  secret?: string;
}

export type Account = Pick<TestAccount, 'userId' | 'email' | 'password'>;

export interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
  expires_in: number;
  refresh_expires_in: number;
  token_type: string;
  session_state: string;
  scope: string;
  'not-before-policy': number;
}

export const testRealm = 'qa1';
export const issuer = (realm = testRealm): string => `${serverUnderTest().url}/realms/${realm}`;
export const endpoint = (name: string, realm = testRealm): string =>
  `${issuer(realm)}/protocol/openid-connect/${name}`;

export const openBrowser = (): BrowserTab => new BrowserTab(serverUnderTest().url);

/** Creates an account for a test; fully set up by default. */
export const newAccount = ({ roles = ['patient'], setUp = true } = {}): Promise<Account> =>
  openAccount(serverUnderTest(), { roles, verified: setUp });

/** Changes an account as a trusted server. */
export async function changeAccount(userId: string, updates: object): Promise<void> {
  const server = serverUnderTest();
  const token = await newServerToken(server);
  const { status } = await api(server).put(`/auth/user/${userId}`, { token, body: { updates } });
  expect(status).toBe(200);
}

export function newChallenge() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The authorization URL for a client; `undefined` removes a parameter. */
export function authorizeAddress(
  client: TestClient,
  changes: Record<string, string | undefined> = {},
  realm = testRealm,
): string {
  const parameters: Record<string, string | undefined> = {
    client_id: client.id,
    redirect_uri: client.redirectUri,
    response_type: 'code',
    scope: 'openid',
    ...changes,
  };
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return `${endpoint('auth', realm)}?${new URLSearchParams(given).toString()}`;
}

/** The parameters of a redirect to a client, from its query or fragment. */
export function readAnswer({ status, location }: PageAnswer): URLSearchParams {
  expect(status).toBe(303);
  return new URLSearchParams(/[?#](.*)$/.exec(location ?? '')?.[1] ?? '');
}

/** Opens the log-in page and enters the password. */
export async function logIn(
  browser: BrowserTab,
  account: Account,
  client: TestClient = clients.web,
  changes: Record<string, string | undefined> = {},
  fields: Record<string, string> = {},
): Promise<PageAnswer> {
  const page = await browser.get(authorizeAddress(client, changes));
  expect(page.status).toBe(200);
  return browser.submit(page, { username: account.email, password: account.password, ...fields });
}

export async function postForm(
  address: string,
  form: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(address, { method: 'POST', body: new URLSearchParams(form), headers });
}

export const tokenRequest = (
  form: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
  realm = testRealm,
): Promise<Response> => postForm(endpoint('token', realm), form, headers);

export const codeForm = (client: TestClient, code: string, extra: Record<string, string> = {}) => ({
  grant_type: 'authorization_code',
  client_id: client.id,
  redirect_uri: client.redirectUri,
  code,
  ...(client.secret !== undefined && { client_secret: client.secret }),
  ...extra,
});

export const refreshForm = (
  client: TestClient,
  refreshToken: string,
  extra: Record<string, string> = {},
) => ({
  grant_type: 'refresh_token',
  client_id: client.id,
  refresh_token: refreshToken,
  ...(client.secret !== undefined && { client_secret: client.secret }),
  ...extra,
});

/** The tokens of a successful response. */
export async function readTokens(response: Response): Promise<Tokens> {
  const body = (await response.json()) as Tokens;
  expect({ status: response.status, body }).toMatchObject({ status: 200 });
  return body;
}

interface LogInOptions {
  browser?: BrowserTab;
  client?: TestClient;
  /** Overridden parameters of the authorization request; `undefined` removes one. */
  changes?: Record<string, string | undefined>;
  realm?: string;
}

/** Logs in through the browser and exchanges the code. */
export async function getTokens(
  account: Account,
  { browser = openBrowser(), client = clients.web, changes, realm = testRealm }: LogInOptions = {},
): Promise<Tokens> {
  const { verifier, challenge } = newChallenge();
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
  let page = await browser.get(authorizeAddress(client, { ...pkce, ...changes }, realm));
  if (page.status === 200) {
    page = await browser.submit(page, { username: account.email, password: account.password });
  }
  const code = readAnswer(page).get('code') ?? '';
  return readTokens(await tokenRequest(codeForm(client, code, { code_verifier: verifier }), {}, realm));
}

/** The error in a response of a token endpoint. */
export async function readRefusal(
  response: Response,
): Promise<{ status: number; error: string; description: string }> {
  const { error, error_description: description } = (await response.json()) as Record<string, string>;
  return { status: response.status, error: error ?? '', description: description ?? '' };
}

export const refused = (error: string, description?: string, status = 400) => ({
  status,
  error,
  description: description ?? (expect.any(String) as string),
});

/** The status of a REST request with an access token: 200 or 401. */
export const statusAtApi = async (token: string): Promise<number> =>
  (await api(serverUnderTest()).get('/auth/user', { token })).status;

export const decodeClaims = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>;
