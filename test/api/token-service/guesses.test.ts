import { resolve } from 'node:path';
import { basic, newAccount } from '../../support/accounts';
import { api, type Answer } from '../../support/api';
import { BrowserTab } from '../../support/browser-tab';
import { startOwnApp, type OwnApp } from '../../support/own-app';

let own: OwnApp;

/** Each test comes from a network of its own, which a proxy in front tells. */
let networks = 0;
const newNetwork = (): string => `192.0.2.${(networks += 1)}`;
const from = (network: string) => ({ 'X-Forwarded-For': network });

beforeAll(async () => {
  own = await startOwnApp({
    TRUST_PROXY: '1',
    CLIENTS_FILE: resolve('test/support/clients.json'),
  });
});

afterAll(() => own.close());

type Credentials = { email: string; password: string };

const logIn = ({ email, password }: Credentials, network: string): Promise<Answer> =>
  api(own.server).post('/auth/login', {
    headers: { Authorization: basic(email, password), ...from(network) },
  });

async function askGrant({ email, password }: Credentials, network: string) {
  const form = {
    grant_type: 'password',
    client_id: 'web-app',
    username: email,
    password,
  };
  const response = await fetch(`${own.server.url}/realms/qa1/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: from(network),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function usePage({ email, password }: Credentials, network: string) {
  const browser = new BrowserTab(own.server.url);
  const query = new URLSearchParams({
    client_id: 'blip',
    redirect_uri: 'http://localhost:3000/',
    response_type: 'code',
    scope: 'openid',
  }).toString();
  const page = await browser.get(`/realms/qa1/protocol/openid-connect/auth?${query}`);
  const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? '';
  return browser.post(action, { username: email, password }, from(network));
}

const graphLogIn = ({ email, password }: Credentials, network: string) =>
  api(own.server).graph('mutation ($input: LogInInput!) { logIn(input: $input) { token } }', {
    variables: { input: { email, password } },
    headers: from(network),
  });

const wrong = (account: Credentials): Credentials => ({ ...account, password: 'not the right one' });

async function failTenTimes(account: Credentials, network: string): Promise<void> {
  const guess = wrong(account);
  for (let time = 0; time < 3; time += 1) {
    expect((await logIn(guess, network)).status).toBe(401);
    expect((await askGrant(guess, network)).status).toBe(400);
    expect((await usePage(guess, network)).status).toBe(200);
  }
  const { body } = await graphLogIn(guess, network);
  expect(body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
}

const expectWait = (headers: Headers): void => {
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(600);
};

describe('After ten wrong passwords for one account, however they were sent', () => {
  it('the right one is refused everywhere, with the time to wait', async () => {
    const network = newNetwork();
    const account = await newAccount(own.server);
    await failTenTimes(account, network);

    const rest = await logIn(account, network);
    expect(rest).toMatchObject({
      status: 429,
      body: { code: 429, reason: 'Too many attempts', message: 'Too many attempts' },
    });
    expectWait(rest.headers);
    expect(rest.headers.get('x-tidepool-session-token')).toBeNull();

    const grant = await askGrant(account, network);
    expect(grant).toMatchObject({
      status: 429,
      body: { error: 'invalid_grant', error_description: 'Too many attempts' },
    });
    expectWait(grant.headers);

    const page = await usePage(account, network);
    expect(page.status).toBe(429);
    expect(page.text).toMatch(/role="alert"[^>]*>Too many attempts/);
    expect(page.text).toContain(`value="${account.email}"`);
    expectWait(page.headers);

    const graph = await graphLogIn(account, network);
    const { extensions } = graph.body.errors[0];
    expect(extensions).toMatchObject({ code: 'RATE_LIMITED', status: 429 });
    expect(extensions.retryAfter).toBeGreaterThan(0);
  });

  it('other networks and other accounts are not held up', async () => {
    const network = newNetwork();
    const account = await newAccount(own.server);
    const other = await newAccount(own.server);
    await failTenTimes(account, network);
    expect((await logIn(account, newNetwork())).status).toBe(200);
    expect((await logIn(other, network)).status).toBe(200);
    expect((await logIn(account, network)).status).toBe(429);
  });

  it('an address that nobody has is answered alike, and so is one in other letters', async () => {
    const network = newNetwork();
    const account = await newAccount(own.server);
    const nobody = { ...account, email: `x${account.email}` };
    for (let time = 0; time < 10; time += 1) {
      expect((await logIn({ ...nobody, email: nobody.email.toUpperCase() }, network)).status).toBe(401);
      expect((await logIn(wrong(account), network)).status).toBe(401);
    }
    const [known, unknown] = [await logIn(account, network), await logIn(nobody, network)];
    expect([known.status, unknown.status]).toEqual([429, 429]);
    expect(unknown.body).toEqual(known.body);
  });
});

describe('Guesses that are not log-ins', () => {
  it('sign-ups with an address that has an account are refused after ten', async () => {
    const network = newNetwork();
    const { email } = await newAccount(own.server);
    const signUp = () =>
      api(own.server).post('/auth/user', {
        body: { username: email, emails: [email], password: 'open-sesame' },
        headers: from(network),
      });
    for (let time = 0; time < 10; time += 1) expect((await signUp()).status).toBe(409);
    const refused = await signUp();
    expect(refused.status).toBe(429);
    expectWait(refused.headers);
  });

  it('secrets of servers are refused after ten wrong ones from a network, whatever the name', async () => {
    const network = newNetwork();
    const show = (secret: string, name: string, place = network) =>
      api(own.server).post('/auth/serverlogin', {
        headers: { 'X-Tidepool-Server-Name': name, 'X-Tidepool-Server-Secret': secret, ...from(place) },
      });
    for (let time = 0; time < 10; time += 1)
      expect((await show('not the right one', `server-${time}`)).status).toBe(401);
    expect((await show(own.server.serverSecret, 'server')).status).toBe(429);
    expect((await show(own.server.serverSecret, 'server', newNetwork())).status).toBe(200);
  });
});

describe('A service whose LOGIN_ATTEMPTS is 0', () => {
  it('refuses nobody', async () => {
    const open = await startOwnApp({ LOGIN_ATTEMPTS: '0' });
    const account = await newAccount(open.server);
    const headers = (password: string) => ({ headers: { Authorization: basic(account.email, password) } });
    for (let time = 0; time < 12; time += 1)
      expect((await api(open.server).post('/auth/login', headers('not the right one'))).status).toBe(401);
    expect((await api(open.server).post('/auth/login', headers(account.password))).status).toBe(200);
    await open.close();
  });
});
