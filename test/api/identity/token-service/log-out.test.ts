import {
  readAnswer,
  authorizeAddress,
  decodeClaims,
  clients,
  codeForm,
  endpoint,
  getTokens,
  logIn,
  newAccount,
  openBrowser,
  postForm,
  refreshForm,
  readRefusal,
  refused,
  statusAtApi,
  readTokens,
  tokenRequest,
} from '../../../support/realm';

const logOutAddress = (parameters: Record<string, string>): string =>
  `${endpoint('logout')}?${new URLSearchParams(parameters).toString()}`;

const home = 'http://localhost:3000/goodbye?x=1';
const silent = { prompt: 'none' };

const loggedIn = async () => {
  const browser = openBrowser();
  const account = await newAccount();
  const tokens = await getTokens(account, { browser });
  return { browser, account, tokens };
};

const isLoggedIn = async (browser: ReturnType<typeof openBrowser>): Promise<boolean> =>
  readAnswer(await browser.get(authorizeAddress(clients.web, silent))).has('code');

describe('A log-out with an id token', () => {
  it('ends the session at once, without confirmation, and redirects', async () => {
    const { browser, tokens, account } = await loggedIn();
    const neighbor = await getTokens(account, { browser, client: clients.otherWeb });
    const answer = await browser.get(
      logOutAddress({ id_token_hint: tokens.id_token, post_logout_redirect_uri: home, state: 's 1' }),
    );
    expect(answer.status).toBe(303);
    expect(answer.location).toBe(`${home}&state=s+1`);
    expect(browser.cookie('sso_session')).toBeUndefined();
    expect(browser.cookie('sso_status')).toBeUndefined();
    for (const { access_token: token } of [tokens, neighbor]) expect(await statusAtApi(token)).toBe(401);
    expect((await tokenRequest(refreshForm(clients.web, tokens.refresh_token))).status).toBe(400);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect((await fetch(endpoint('userinfo'), { headers })).status).toBe(401);
    expect(await isLoggedIn(browser)).toBe(false);
  });

  it('shows a page if there is no redirect URI', async () => {
    const { browser, tokens } = await loggedIn();
    const answer = await browser.post(endpoint('logout'), { id_token_hint: tokens.id_token });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('logged out');
    expect(await isLoggedIn(browser)).toBe(false);
  });

  it('ends the session without the browser too', async () => {
    const { tokens } = await loggedIn();
    await openBrowser().get(logOutAddress({ id_token_hint: tokens.id_token }));
    expect(await statusAtApi(tokens.access_token)).toBe(401);
  });

  it("does not end another person's session in the browser", async () => {
    const victim = await loggedIn();
    const attacker = await loggedIn();
    await victim.browser.get(logOutAddress({ id_token_hint: attacker.tokens.id_token }));
    expect(await isLoggedIn(victim.browser)).toBe(true);
  });

  it.each<[string, (tokens: { id_token: string; access_token: string }) => Record<string, string>]>([
    ['of another client', ({ id_token: hint }) => ({ id_token_hint: hint, client_id: clients.otherWeb.id })],
    ['that was changed', ({ id_token: hint }) => ({ id_token_hint: `${hint.slice(0, -4)}AAAA` })],
    ['that is an access token', ({ access_token: hint }) => ({ id_token_hint: hint })],
    [
      'to an unregistered URI',
      ({ id_token: hint }) => ({ id_token_hint: hint, post_logout_redirect_uri: 'https://evil.example/' }),
    ],
  ])('%s is refused and ends nothing', async (_case, parameters) => {
    const { browser, tokens } = await loggedIn();
    const answer = await browser.get(logOutAddress(parameters(tokens)));
    expect(answer.status).toBe(400);
    expect(answer.location).toBeNull();
    expect(await statusAtApi(tokens.access_token)).toBe(200);
  });

  it('of another realm is refused', async () => {
    const { id_token: hint } = await getTokens(await newAccount(), { realm: 'qa2' });
    expect((await openBrowser().get(logOutAddress({ id_token_hint: hint }))).status).toBe(400);
  });
});

describe('A log-out without an id token', () => {
  it('redirects at once if no one is logged in, even inside a frame', async () => {
    const parameters = { client_id: clients.web.id, post_logout_redirect_uri: home };
    const answer = await openBrowser().get(logOutAddress(parameters));
    expect(answer.location).toBe(home);
    expect(answer.headers.get('x-frame-options')).toBeNull();
    expect(answer.headers.get('content-security-policy')).toBeNull();
  });

  it('may be framed without an address to lead to, too', async () => {
    const answer = await openBrowser().get(logOutAddress({ client_id: clients.web.id }));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-frame-options')).toBeNull();
    expect(answer.headers.get('content-security-policy')).not.toContain('frame-ancestors');
  });

  it('asks for confirmation if a person is logged in', async () => {
    const { browser, tokens } = await loggedIn();
    const parameters = { client_id: clients.web.id, post_logout_redirect_uri: home, state: 'x' };
    const question = await browser.get(logOutAddress(parameters));
    expect(question.status).toBe(200);
    expect(await statusAtApi(tokens.access_token)).toBe(200);
    const answer = await browser.submit(question, {});
    expect(answer.location).toBe(`${home}&state=x`);
    expect(await statusAtApi(tokens.access_token)).toBe(401);
  });

  it('cannot be confirmed by a page of another site', async () => {
    const { browser } = await loggedIn();
    const stranger = await loggedIn();
    const parameters = { client_id: clients.web.id };
    const question = await stranger.browser.get(logOutAddress(parameters));
    const answer = await browser.submit(question, {});
    expect(answer.text).toContain('kc-logout-confirm');
    expect(await isLoggedIn(browser)).toBe(true);
  });

  it.each<Record<string, string>>([
    { post_logout_redirect_uri: home },
    { client_id: clients.web.id, post_logout_redirect_uri: 'https://evil.example/' },
    { client_id: 'nobody' },
  ])('is refused with %j', async (parameters) => {
    const answer = await openBrowser().get(logOutAddress(parameters));
    expect(answer.status).toBe(400);
    expect(answer.location).toBeNull();
  });
});

describe('A log-out by a third-party client', () => {
  const withForeign = async () => {
    const { browser, account, tokens: own } = await loggedIn();
    const page = await browser.get(authorizeAddress(clients.foreign));
    const answer = readAnswer(await browser.submit(page, { accept: 'yes' }));
    const code = codeForm(clients.foreign, answer.get('code') ?? '');
    return { browser, account, own, theirs: await readTokens(await tokenRequest(code)) };
  };

  it('asks for confirmation, even with an id token', async () => {
    const { browser, own, theirs } = await withForeign();
    const address = logOutAddress({ id_token_hint: theirs.id_token });
    expect((await openBrowser().get(address)).text).toContain('logged out');
    const question = await browser.get(address);
    expect(question.text).toContain('kc-logout-confirm');
    expect(await statusAtApi(own.access_token)).toBe(200);
    await browser.submit(question, {});
    expect(await statusAtApi(own.access_token)).toBe(401);
  });

  it('ends its own part of the session with a refresh token', async () => {
    const { browser, own, theirs } = await withForeign();
    const form = { client_id: clients.foreign.id, refresh_token: theirs.refresh_token };
    expect((await postForm(endpoint('logout'), form)).status).toBe(204);
    expect(await statusAtApi(theirs.access_token)).toBe(401);
    expect(await statusAtApi(own.access_token)).toBe(200);
    expect(await isLoggedIn(browser)).toBe(true);
  });
});

describe('A log-out with a refresh token', () => {
  const logOut = (form: Record<string, string>) => postForm(endpoint('logout'), form);

  it('ends the session', async () => {
    const { browser, tokens } = await loggedIn();
    const response = await logOut({ client_id: clients.web.id, refresh_token: tokens.refresh_token });
    expect(response.status).toBe(204);
    expect(await statusAtApi(tokens.access_token)).toBe(401);
    expect(await isLoggedIn(browser)).toBe(false);
  });

  it('refuses invalid tokens and clients', async () => {
    const { tokens } = await loggedIn();
    const bad = await logOut({ client_id: clients.web.id, refresh_token: 'x' });
    expect(await readRefusal(bad)).toEqual(refused('invalid_grant'));
    const foreign = await logOut({ client_id: clients.otherWeb.id, refresh_token: tokens.refresh_token });
    expect(await readRefusal(foreign)).toEqual(refused('invalid_grant'));
    const unknown = await logOut({ client_id: 'nobody', refresh_token: tokens.refresh_token });
    expect(await readRefusal(unknown)).toEqual(refused('invalid_client', undefined, 401));
    expect(await statusAtApi(tokens.access_token)).toBe(200);
  });
});

describe('Revoking', () => {
  const revoke = (form: Record<string, string>) => postForm(endpoint('revoke'), form);

  it('an access token invalidates only that token', async () => {
    const { tokens } = await loggedIn();
    const response = await revoke({ client_id: clients.web.id, token: tokens.access_token });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
    expect(await statusAtApi(tokens.access_token)).toBe(401);
    expect((await tokenRequest(refreshForm(clients.web, tokens.refresh_token))).status).toBe(200);
  });

  it("a refresh token ends the client's part of the session, and nothing else", async () => {
    const { browser, account, tokens } = await loggedIn();
    const neighbor = await getTokens(account, { browser, client: clients.otherWeb });
    await revoke({ client_id: clients.web.id, token: tokens.refresh_token, token_type_hint: 'access_token' });
    expect(await statusAtApi(tokens.access_token)).toBe(401);
    const refusal = await readRefusal(await tokenRequest(refreshForm(clients.web, tokens.refresh_token)));
    expect(refusal).toEqual(refused('invalid_grant', 'Invalid refresh token'));
    expect(await statusAtApi(neighbor.access_token)).toBe(200);
    expect(await isLoggedIn(browser)).toBe(true);
  });

  it('a token of another client, a foreign or an unknown one changes nothing and is not an error', async () => {
    const { tokens } = await loggedIn();
    expect((await revoke({ client_id: clients.otherWeb.id, token: tokens.access_token })).status).toBe(200);
    expect((await revoke({ client_id: clients.otherWeb.id, token: tokens.refresh_token })).status).toBe(200);
    expect((await revoke({ client_id: clients.web.id, token: 'garbage' })).status).toBe(200);
    expect(await statusAtApi(tokens.access_token)).toBe(200);
  });

  it('requires a token and a client', async () => {
    const missing = await revoke({ client_id: clients.web.id });
    expect(await readRefusal(missing)).toEqual(refused('invalid_request', 'Missing form parameter: token'));
    expect((await revoke({ client_id: 'nobody', token: 'x' })).status).toBe(401);
  });
});

describe('Introspection', () => {
  const inspect = (token: string, client: Record<string, string> = {}) =>
    postForm(endpoint('token/introspect'), {
      client_id: clients.partner.id,
      client_secret: clients.partner.secret,
      token,
      ...client,
    });

  it('shows third-party clients only their own tokens', async () => {
    const { tokens } = await loggedIn();
    const partner = { client_id: 'foreign-partner', client_secret: 'secret of a stranger' };
    for (const token of [tokens.access_token, tokens.refresh_token])
      expect(await (await inspect(token, partner)).json()).toEqual({ active: false });
  });

  it('shows a client with a secret the claims of a valid token', async () => {
    const { account, browser, tokens } = await loggedIn();
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      expect(await (await inspect(token)).json()).toMatchObject({
        active: true,
        username: account.email,
        client_id: clients.web.id,
        token_type: decodeClaims(token).typ,
        sub: account.userId,
      });
    }
    await browser.get(logOutAddress({ id_token_hint: tokens.id_token }));
    for (const token of [tokens.access_token, tokens.refresh_token, tokens.id_token, 'garbage']) {
      expect(await (await inspect(token)).json()).toEqual({ active: false });
    }
  });

  it('is not for public clients', async () => {
    const response = await inspect('x', { client_id: clients.web.id });
    expect(await readRefusal(response)).toEqual(refused('invalid_client', undefined, 401));
  });
});

describe('A log-in after a log-out', () => {
  it('gets a new session', async () => {
    const { browser, account, tokens } = await loggedIn();
    await browser.get(logOutAddress({ id_token_hint: tokens.id_token }));
    const answer = readAnswer(await logIn(browser, account));
    expect(answer.get('session_state')).not.toBe(tokens.session_state);
  });
});
