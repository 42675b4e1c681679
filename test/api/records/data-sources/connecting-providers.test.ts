import { ProviderSessionEntity } from '../../../../src/records/data-sources/provider-session.entity';
import { RestrictedTokenEntity } from '../../../../src/identity/restricted-tokens/restricted-token.entity';
import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { idTokenWith, startDataProvider, type DataProvider } from '../../../support/data-provider';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { readSetCookie, providerBrowser } from '../../../support/provider-browser';
import { newRestrictedToken } from '../../../support/restricted-tokens';

let provider: DataProvider;
let own: OwnApp;
let serverToken: string;
let browser: ReturnType<typeof providerBrowser>;

const webUrl = 'https://web.example.org';

const providers = [
  { name: 'dexcom' },
  { name: 'bare', cookie: false, authStyle: 'header', redirectUrl: 'https://api.example.org/back' },
  { name: 'asking', acceptUrl: 'https://web.example.org/accept?x=1' },
  { name: 'firm', userRevocation: false },
  { name: 'twiist', issuer: 'http://localhost', externalIdClaim: 'link_id' },
];

beforeAll(async () => {
  provider = await startDataProvider();
  own = await startOwnApp({ WEB_URL: webUrl, PROVIDERS_FILE: provider.file(providers) });
  serverToken = await newServerToken(own.server);
  browser = providerBrowser(own.server);
}, 120_000);

afterAll(async () => {
  await own.close();
  await provider.close();
}, 120_000);

beforeEach(() => {
  provider.answer = {
    body: {
      access_token: 'access',
      token_type: 'Bearer',
      refresh_token: 'refresh',
      expires_in: 600,
      scope: 'a b',
    },
  };
});

const sessionsOf = async ({ userId }: TestAccount): Promise<Json[]> =>
  (await api(own.server).get(`/v1/users/${userId}/provider_sessions`, { token: serverToken })).body;

const sourcesOf = async ({ userId }: TestAccount): Promise<Json[]> =>
  (await api(own.server).get(`/v1/users/${userId}/data_sources`, { token: serverToken })).body;

describe('on the way to a provider, a window', () => {
  it('is redirected with the parameters for the provider, and a cookie', async () => {
    const account = await newAccount(own.server);
    const { id, answer, location, state, cookie } = await browser.sent(account, 'dexcom');
    expect(answer.status).toBe(307);
    expect(location.origin + location.pathname).toBe(`${provider.url}/authorize`);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      tenant: '1',
      client_id: 'client',
      redirect_uri: 'http://localhost:8080/v1/oauth/dexcom/redirect',
      response_type: 'code',
      scope: 'read offline',
      state: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(state).not.toContain(id);
    expect(cookie).toMatch(
      new RegExp(
        `^org.tidepool.provider.oauth.dexcom=${id}; Max-Age=3[56]\\d\\d; Path=/v1/oauth/dexcom; .*HttpOnly`,
      ),
    );
    expect(cookie).toContain('SameSite=Lax');
    expect(cookie).not.toContain('Secure');
  });

  it('passes the token itself if the provider works without a cookie', async () => {
    const { id, state, cookie } = await browser.sent(await newAccount(own.server), 'bare');
    expect([state, cookie]).toEqual([id, '']);
  });

  it('passes the preliminary page first', async () => {
    const account = await newAccount(own.server);
    const { location } = await browser.sent(account, 'asking');
    expect(location.origin + location.pathname).toBe('https://web.example.org/accept');
    expect(location.searchParams.get('x')).toBe('1');
    const back = new URL(location.searchParams.get('return_url') ?? '');
    expect(back.pathname).toBe('/v1/oauth/asking/authorize');
    const answer = await api(own.server).get(back.pathname + back.search);
    expect(answer.headers.get('location')).toContain(`${provider.url}/authorize?`);
  });

  it('shows a page with a button if the token is missing, invalid, for another path, or repeated', async () => {
    const account = await newAccount(own.server);
    const { id } = await newRestrictedToken(own.server, account, { paths: ['/v1/oauth/asking'] });
    const dead = await newRestrictedToken(own.server, account, { expirationTime: '2020-01-01T00:00:00Z' });
    const free = await newRestrictedToken(own.server, account);
    const { get } = api(own.server);
    for (const answer of [
      await get('/v1/oauth/dexcom/authorize'),
      await get('/v1/oauth/dexcom/authorize', { token: account.token }),
      await get('/v1/oauth/dexcom/authorize', { token: serverToken }),
      await get(`/v1/oauth/dexcom/authorize?restricted_token=${free.id}`, { token: account.token }),
      await browser.authorize('dexcom', 'unknown'),
      await browser.authorize('dexcom', id),
      await browser.authorize('dexcom', dead.id),
      await browser.authorize('dexcom', free.id, `&restricted_token=${free.id}`),
    ]) {
      expect(answer.status).toBe(401);
      expect(answer.headers.get('content-type')).toContain('text/html');
      expect(answer.text).toContain('<button');
      expect(answer.headers.get('location')).toBeNull();
    }
  });

  it('shows a page if the provider is unknown', async () => {
    const { id } = await newRestrictedToken(own.server, await newAccount(own.server));
    for (const answer of [await browser.authorize('nobody', id), await browser.comeBack('nope', {})]) {
      expect(answer.status).toBe(404);
      expect(answer.text).toContain('<button');
    }
  });
});

describe('returning from a provider', () => {
  it('connects the account and redirects the window to the web application', async () => {
    const account = await newAccount(own.server);
    const { id, state, cookie } = await browser.sent(account, 'dexcom');
    provider.requests.length = 0;
    const answer = await browser.comeBack(
      'dexcom',
      { code: 'the-code', state },
      `a=b; ${cookie.split(';')[0]}; c=d`,
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.text).toContain(`window.location.replace("${webUrl}/oauth/dexcom/authorized")`);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(readSetCookie(answer)).toContain(
      'org.tidepool.provider.oauth.dexcom=; Max-Age=0; Path=/v1/oauth/dexcom;',
    );
    expect(provider.requests).toEqual([
      {
        authorization: undefined,
        form: {
          grant_type: 'authorization_code',
          code: 'the-code',
          redirect_uri: 'http://localhost:8080/v1/oauth/dexcom/redirect',
          client_id: 'client',
          client_secret: 'secret of the client',
        },
      },
    ]);
    const [session] = await sessionsOf(account);
    expect(session).toMatchObject({ type: 'oauth', name: 'dexcom', userId: account.userId });
    expect(session.oauthToken).toEqual({
      accessToken: 'access',
      tokenType: 'bearer',
      refreshToken: 'refresh',
      expirationTime: expect.stringMatching(/Z$/),
      scope: ['a', 'b'],
    });
    expect(await sourcesOf(account)).toMatchObject([{ state: 'connected', providerSessionId: session.id }]);
    // The token can be used once.
    expect(await own.database.reader.findOneBy(RestrictedTokenEntity, { id })).toBeNull();
    const again = await browser.comeBack('dexcom', { code: 'the-code', state }, cookie.split(';')[0]);
    expect(again.status).toBe(401);
  });

  it('requires a token that opens exactly the path of the way there', async () => {
    const account = await newAccount(own.server);
    const { state, cookie } = await browser.sent(account, 'dexcom', ['/v1/oauth/dexcom/authorize']);
    const answer = await browser.comeBack('dexcom', { code: 'c', state }, cookie.split(';')[0]);
    expect(answer.status).toBe(200);
  });

  it('works without a cookie if the provider is configured so, with the secret in the header', async () => {
    const account = await newAccount(own.server);
    const { state } = await browser.sent(account, 'bare');
    provider.requests.length = 0;
    expect((await browser.comeBack('bare', { code: 'c', state })).status).toBe(200);
    const [request] = provider.requests;
    expect(request?.authorization).toBe(
      `Basic ${Buffer.from('client:secret+of+the+client').toString('base64')}`,
    );
    expect(request?.form).toEqual({
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: 'https://api.example.org/back',
    });
    expect(await sessionsOf(account)).toHaveLength(1);
  });

  it('replaces earlier connections, and keeps them if the provider fails', async () => {
    const account = await newAccount(own.server);
    await browser.connected(account, 'dexcom');
    const [first] = await sessionsOf(account);
    provider.answer = { status: 400, body: { error: 'invalid_grant' } };
    const { state, cookie } = await browser.sent(account, 'dexcom');
    const failed = await browser.comeBack('dexcom', { code: 'c', state }, cookie.split(';')[0]);
    expect(failed.status).toBe(500);
    expect(failed.text).toContain('<button');
    expect(failed.text).not.toContain('invalid_grant');
    expect(await sessionsOf(account)).toEqual([first]);
    provider.answer = { body: { access_token: 'second', token_type: 'bearer' } };
    await browser.connected(account, 'dexcom');
    const sessions = await sessionsOf(account);
    expect(sessions).toHaveLength(1);
    expect(sessions[0].oauthToken).toEqual({ accessToken: 'second', tokenType: 'bearer' });
    expect(await sourcesOf(account)).toMatchObject([
      { providerSessionId: sessions[0].id, state: 'connected' },
    ]);
  });

  it('is declined if the person declines, whatever the state', async () => {
    const account = await newAccount(own.server);
    const { id, cookie } = await browser.sent(account, 'dexcom');
    const answer = await browser.comeBack(
      'dexcom',
      { error: 'access_denied', state: 'x' },
      cookie.split(';')[0],
    );
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(`window.location.replace("${webUrl}/oauth/dexcom/declined")`);
    expect(await sessionsOf(account)).toEqual([]);
    expect((await browser.authorize('dexcom', id)).status).toBe(307);
    expect((await browser.comeBack('dexcom', { error: 'access_denied' })).status).toBe(401);
  });

  it('shows a page after another error of the provider', async () => {
    const { state, cookie } = await browser.sent(await newAccount(own.server), 'dexcom');
    const answer = await browser.comeBack('dexcom', { error: 'server_error', state }, cookie.split(';')[0]);
    expect(answer.status).toBe(500);
    expect(answer.text).toContain('<button');
  });

  it('refuses the response in another browser', async () => {
    const account = await newAccount(own.server);
    const one = await browser.sent(account, 'dexcom');
    const other = await browser.sent(await newAccount(own.server), 'dexcom');
    for (const answer of [
      await browser.comeBack('dexcom', { code: 'c', state: one.state }),
      await browser.comeBack('dexcom', { code: 'c', state: other.state }, one.cookie.split(';')[0]),
      await browser.comeBack('dexcom', { code: 'c', state: one.id }, one.cookie.split(';')[0]),
      await browser.comeBack('dexcom', { code: 'c', state: one.id }),
      await browser.comeBack('dexcom', { code: 'c' }, one.cookie.split(';')[0]),
    ]) {
      expect(answer.status).toBe(401);
      expect(answer.text).toContain('<button');
    }
    expect(await sessionsOf(account)).toEqual([]);
  });

  it('connects once if a browser returns twice concurrently', async () => {
    const account = await newAccount(own.server);
    const { state, cookie } = await browser.sent(account, 'dexcom');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => browser.comeBack('dexcom', { code: 'c', state }, cookie.split(';')[0])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect(await sessionsOf(account)).toHaveLength(1);
  });

  it('gives the confirmation of a custodial account to its owner', async () => {
    const { post } = api(own.server);
    const custodian = await newAccount(own.server);
    const email = `${custodian.userId}.child@example.org`;
    const created = await post(`/auth/user/${custodian.userId}/user`, {
      token: custodian.token,
      body: { username: email, emails: [email] },
    });
    const { userid: userId } = created.body;
    await post(`/confirm/send/signup/${userId}`, { token: custodian.token });
    const child = { userId, token: serverToken } as TestAccount;
    const answer = await browser.connected(child, 'dexcom');
    expect(answer.text).toMatch(
      /replace\("https:\/\/web.example.org\/oauth\/dexcom\/authorized\?signupEmail=[^"&]+&signupKey=[\w-]+"\)/,
    );
  });

  it('does not reveal the key of an unconfirmed address to others', async () => {
    const account = await newAccount(own.server, { verified: false });
    await api(own.server).post(`/confirm/send/signup/${account.userId}`, { token: account.token });
    expect((await browser.connected(account, 'dexcom')).text).not.toContain('signupKey');
  });

  it("stores the provider's id for the account", async () => {
    const idToken = idTokenWith({ link_id: 'link 1' });
    provider.answer = { body: { access_token: 'a', token_type: 'bearer', id_token: idToken } };
    const account = await newAccount(own.server);
    await browser.connected(account, 'twiist');
    expect(await sessionsOf(account)).toMatchObject([{ externalId: 'link 1', oauthToken: { idToken } }]);
    expect(await sourcesOf(account)).toMatchObject([{ providerExternalId: 'link 1' }]);
  });

  it('stores the token encrypted, bound to its account', async () => {
    provider.answer = { body: { access_token: 'very secret', token_type: 'bearer' } };
    const one = await newAccount(own.server);
    const other = await newAccount(own.server);
    await browser.connected(one, 'dexcom');
    await browser.connected(other, 'dexcom');
    const [first, second] = await Promise.all(
      [one, other].map(({ userId }) =>
        own.database.reader.findOneByOrFail(ProviderSessionEntity, { userId }),
      ),
    );
    expect(Buffer.from(first?.token ?? '', 'base64').toString('latin1')).not.toContain('very secret');
    await own.database.transaction((manager) =>
      manager.update(ProviderSessionEntity, { id: second?.id }, { token: first?.token ?? '' }),
    );
    const { status, text } = await api(own.server).get(`/v1/provider_sessions/${second?.id}`, {
      token: serverToken,
    });
    expect(status).toBe(500);
    expect(text).not.toContain('very secret');
  });
});
