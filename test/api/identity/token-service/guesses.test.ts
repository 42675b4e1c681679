import { resolve } from 'node:path';
import { basic, newAccount } from '../../../support/accounts';
import { api, type Answer } from '../../../support/api';
import { BrowserTab } from '../../../support/browser-tab';
import { startOwnApp, type OwnApp } from '../../../support/own-app';

let own: OwnApp;

/** Each test uses its own client address, as reported by a proxy. */
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

describe('After ten wrong passwords for one account, by any means', () => {
  it('the correct one is refused everywhere, with a waiting time', async () => {
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

  it('other networks and other accounts are unaffected', async () => {
    const network = newNetwork();
    const account = await newAccount(own.server);
    const other = await newAccount(own.server);
    await failTenTimes(account, network);
    expect((await logIn(account, newNetwork())).status).toBe(200);
    expect((await logIn(other, network)).status).toBe(200);
    expect((await logIn(account, network)).status).toBe(429);
  });

  it('it is refused, although the proxy names each connection with its port', async () => {
    const account = await newAccount(own.server);
    const [four, six] = [newNetwork(), '[2001:db8:1:2::7]'];
    for (let time = 0; time < 10; time += 1)
      for (const network of [four, six])
        expect((await logIn(wrong(account), `${network}:${50_000 + time}`)).status).toBe(401);
    expect((await logIn(account, `${four}:60000`)).status).toBe(429);
    expect((await logIn(account, four)).status).toBe(429);
    expect((await logIn(account, `${six}:60000`)).status).toBe(429);
    expect((await logIn(account, `${newNetwork()}:50001`)).status).toBe(200);
  });

  it('an unknown address gets the same response, and so does one in another case', async () => {
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
  it('sign-ups with a used address are refused after ten', async () => {
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

  it('changes to a used address are refused after ten, for the own account and others', async () => {
    const taken = await newAccount(own.server);
    const { userId, email, token } = await newAccount(own.server);
    const headers = from(newNetwork());
    const change = (address: string) =>
      api(own.server).put('/auth/user', { token, headers, body: { updates: { username: address } } });
    const open = () =>
      api(own.server).post(`/auth/user/${userId}/user`, { token, headers, body: { username: taken.email } });
    for (let time = 0; time < 5; time += 1) {
      expect((await change(taken.email)).status).toBe(409);
      expect((await change(email)).status).toBe(200);
      expect((await open()).status).toBe(409);
    }
    for (const refused of [await change(taken.email), await change(`x${email}`), await open()]) {
      expect(refused.status).toBe(429);
      expectWait(refused.headers);
    }
    const terms = { updates: { termsAccepted: '2024-01-01T00:00:00Z' } };
    expect((await api(own.server).put('/auth/user', { token, headers, body: terms })).status).toBe(200);
  });
});

describe('One network with many addresses', () => {
  const nobody = (number: number): Credentials => ({
    email: `nobody-${number}@example.org`,
    password: 'not the right one',
  });

  it('has to wait after 150 wrong passwords, while others do not', async () => {
    const network = newNetwork();
    const account = await newAccount(own.server);
    for (let batch = 0; batch < 15; batch += 1) {
      const answers = Array.from({ length: 10 }, (_, index) => logIn(nobody(10 * batch + index), network));
      expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([401]));
      expect((await logIn(account, network)).status).toBe(batch < 14 ? 200 : 429);
    }
    const refused = await logIn(nobody(1000), network);
    expect(refused.status).toBe(429);
    expectWait(refused.headers);
    expect((await logIn(account, newNetwork())).status).toBe(200);
  });

  it('can find out the same limited number of used addresses', async () => {
    const few = await startOwnApp({ TRUST_PROXY: '1', LOGIN_ATTEMPTS_PER_NETWORK: '2' });
    const headers = from(newNetwork());
    const known = [await newAccount(few.server), await newAccount(few.server), await newAccount(few.server)];
    const statuses: number[] = [];
    for (const { email: address } of known) {
      const body = { username: address, emails: [address], password: 'open-sesame' };
      statuses.push((await api(few.server).post('/auth/user', { body, headers })).status);
    }
    expect(statuses).toEqual([409, 409, 429]);
    await few.close();
  });
});

describe('Secrets of clients and servers', () => {
  const longAndWrong = 'this is long, and not the right one';
  const escaped = (character: string) => `%${character.charCodeAt(0).toString(16)}`;

  const serverLogIn = (name: string, secret: string, network: string, app = own) =>
    api(app.server).post('/auth/serverlogin', {
      headers: { 'X-Tidepool-Server-Name': name, 'X-Tidepool-Server-Secret': secret, ...from(network) },
    });

  function clientLogIn(
    id: string,
    secret: string,
    network: string,
    app = own,
    way: 'form' | 'basic' = 'form',
  ) {
    return fetch(`${app.server.url}/realms/qa1/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        ...(way === 'form' && { client_id: id, client_secret: secret }),
      }),
      headers: { ...from(network), ...(way === 'basic' && { Authorization: basic(id, secret) }) },
    });
  }

  async function failAtBoth(name: string, network: string, app = own): Promise<void> {
    for (let time = 0; time < 5; time += 1) {
      expect((await serverLogIn(name, 'wrong', network, app)).status).toBe(401);
      expect((await clientLogIn(name, 'wrong', network, app)).status).toBe(401);
    }
  }

  it('are refused after ten wrong ones for a name, at both endpoints together, except for the correct one', async () => {
    const network = newNetwork();
    for (let time = 0; time < 5; time += 1) {
      expect((await serverLogIn('backend', longAndWrong, network)).status).toBe(401);
      expect((await clientLogIn('backend', longAndWrong, network)).status).toBe(401);
    }
    for (const secret of [longAndWrong, 'wrong']) {
      for (const { status, headers } of [
        await serverLogIn('backend', secret, network),
        await clientLogIn('backend', secret, network),
      ]) {
        expect(status).toBe(429);
        expectWait(headers);
      }
    }
    const { serverSecret } = own.server;
    expect((await clientLogIn('backend', serverSecret, network)).status).toBe(200);
    await failAtBoth('backend', network);
    expect((await serverLogIn('backend', serverSecret, network)).status).toBe(200);
  });

  it('also have to wait if they are short and could be guessed', async () => {
    const secret = 'short and right';
    const short = await startOwnApp({ TRUST_PROXY: '1', SERVER_SECRET: secret });
    const network = newNetwork();
    await failAtBoth('backend', network, short);
    for (const { status, headers } of [
      await serverLogIn('backend', secret, network, short),
      await clientLogIn('backend', secret, network, short),
      await clientLogIn('backend', [...secret].map(escaped).join(''), network, short, 'basic'),
    ]) {
      expect(status).toBe(429);
      expectWait(headers);
    }
    expect((await clientLogIn('backend', secret, newNetwork(), short)).status).toBe(200);
    await short.close();
  });

  it('are unaffected by wrong ones for other names if correct', async () => {
    const network = newNetwork();
    for (let time = 0; time < 10; time += 1) {
      expect((await serverLogIn('another', 'wrong', network)).status).toBe(401);
      expect((await clientLogIn('clinic-program', 'wrong', network)).status).toBe(401);
    }
    const { serverSecret } = own.server;
    expect((await serverLogIn('server', serverSecret, network)).status).toBe(200);
    expect((await clientLogIn('backend', serverSecret, network)).status).toBe(200);
    expect((await serverLogIn('another', serverSecret, network)).status).toBe(200);
    expect((await clientLogIn('clinic-program', 'secret of the program', network)).status).toBe(200);
  });

  it('are refused after many made-up names, except for long correct ones', async () => {
    const network = newNetwork();
    for (let time = 0; time < 150; time += 1)
      expect((await serverLogIn(`made-up-${time}`, 'wrong', network)).status).toBe(401);
    expect((await serverLogIn('made-up', longAndWrong, network)).status).toBe(429);
    expect((await serverLogIn('never-there-before', own.server.serverSecret, network)).status).toBe(200);
  });

  it('are refused after many made-up names if short, while servers seen before continue', async () => {
    const secret = 'short and right';
    const limits = { LOGIN_ATTEMPTS_PER_NETWORK: '3' };
    const short = await startOwnApp({ TRUST_PROXY: '1', SERVER_SECRET: secret, ...limits });
    const network = newNetwork();
    expect((await serverLogIn('there-before', secret, network, short)).status).toBe(200);
    for (let time = 0; time < 3; time += 1)
      expect((await serverLogIn(`made-up-${time}`, 'wrong', network, short)).status).toBe(401);
    expect((await serverLogIn('made-up', secret, network, short)).status).toBe(429);
    expect((await serverLogIn('there-before', secret, network, short)).status).toBe(200);
    await short.close();
  });
});

describe('A service with LOGIN_ATTEMPTS=0', () => {
  it('refuses no attempts', async () => {
    const open = await startOwnApp({ LOGIN_ATTEMPTS: '0' });
    const account = await newAccount(open.server);
    const headers = (password: string) => ({ headers: { Authorization: basic(account.email, password) } });
    for (let time = 0; time < 12; time += 1)
      expect((await api(open.server).post('/auth/login', headers('not the right one'))).status).toBe(401);
    expect((await api(open.server).post('/auth/login', headers(account.password))).status).toBe(200);
    await open.close();
  });
});
