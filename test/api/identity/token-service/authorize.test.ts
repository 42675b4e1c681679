import {
  readAnswer,
  authorizeAddress,
  clients,
  endpoint,
  issuer,
  logIn,
  newAccount,
  newChallenge,
  openBrowser,
  testRealm,
} from '../../../support/realm';

const askSilently = { prompt: 'none' };

describe('Authorize refuses with a page, without any redirect,', () => {
  it.each<[string, Record<string, string | undefined>]>([
    ['without client', { client_id: undefined }],
    ['with an unknown client', { client_id: 'nobody' }],
    [
      'with a client that is switched off',
      { client_id: 'switched-off', redirect_uri: 'https://web.example/x' },
    ],
    ['without redirect address', { redirect_uri: undefined }],
    ['with an unregistered redirect URI', { redirect_uri: 'https://evil.example/' }],
    ['with a client without redirect addresses', { client_id: 'backend' }],
  ])('%s', async (_case, changes) => {
    const answer = await openBrowser().get(authorizeAddress(clients.web, changes));
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.location).toBeNull();
  });

  it.each(['client_id', 'redirect_uri'])('with a repeated %s', async (name) => {
    const address = `${authorizeAddress(clients.web)}&${name}=again`;
    expect((await openBrowser().get(address)).status).toBe(400);
  });

  it.each([
    'org.example.phone://redirect/',
    'org.example.phone://redirec',
    'org.example.phone://redirect?x=1',
    'ORG.example.phone://redirect',
    'org.example.phone:redirect',
  ])('for a slightly different address of an app: %s', async (redirectUri) => {
    const answer = await openBrowser().get(authorizeAddress(clients.phone, { redirect_uri: redirectUri }));
    expect(answer.status).toBe(400);
    expect(answer.location).toBeNull();
  });
});

describe('Authorize redirects to the client with an error', () => {
  const { challenge } = newChallenge();
  it.each<[string, string, Record<string, string | undefined>]>([
    ['unsupported_response_type', 'response_type=token', { response_type: 'token' }],
    ['unsupported_response_type', 'response_type=code id_token', { response_type: 'code id_token' }],
    ['invalid_request', 'no response_type', { response_type: undefined }],
    ['invalid_scope', 'a scope without openid', { scope: 'email' }],
    ['invalid_scope', 'no scope', { scope: undefined }],
    ['invalid_request', 'PKCE plain', { code_challenge: challenge, code_challenge_method: 'plain' }],
    ['invalid_request', 'PKCE without method', { code_challenge: challenge }],
    [
      'invalid_request',
      'PKCE with an unknown method',
      { code_challenge: challenge, code_challenge_method: 'S512' },
    ],
    [
      'invalid_request',
      'a challenge that is no SHA-256',
      { code_challenge: 'x', code_challenge_method: 'S256' },
    ],
    ['invalid_request', 'a method without challenge', { code_challenge_method: 'S256' }],
    ['invalid_request', 'prompt=none login', { prompt: 'none login' }],
    ['invalid_request', 'an unknown response_mode', { response_mode: 'web_message' }],
    ['invalid_request', 'max_age=soon', { max_age: 'soon' }],
    ['login_required', 'prompt=none without session', askSilently],
  ])('%s for %s', async (error, _case, changes) => {
    const answer = await openBrowser().get(authorizeAddress(clients.web, { state: 'a b&c', ...changes }));
    expect(answer.location).toMatch(/^http:\/\/localhost:3000\/\?/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(Object.fromEntries(readAnswer(answer))).toEqual({
      error,
      error_description: expect.any(String),
      state: 'a b&c',
      iss: issuer(),
    });
  });

  it('invalid_request for a repeated parameter', async () => {
    const answer = await openBrowser().get(`${authorizeAddress(clients.web)}&nonce=1&nonce=2`);
    expect(readAnswer(answer).get('error')).toBe('invalid_request');
  });

  it('invalid_request for an app without a challenge', async () => {
    const answer = await openBrowser().get(authorizeAddress(clients.phone));
    expect(readAnswer(answer).get('error')).toBe('invalid_request');
  });

  it('without state if none was sent', async () => {
    const answer = await openBrowser().get(authorizeAddress(clients.web, askSilently));
    expect(readAnswer(answer).has('state')).toBe(false);
  });

  it('in the fragment on request', async () => {
    const answer = await openBrowser().get(
      authorizeAddress(clients.web, { ...askSilently, response_mode: 'fragment' }),
    );
    expect(answer.location).toMatch(/^http:\/\/localhost:3000\/#error=login_required/);
  });

  it('to a hidden frame, as a form too', async () => {
    const answer = await openBrowser().get(
      authorizeAddress(clients.web, { ...askSilently, response_mode: 'form_post' }),
    );
    expect(answer.text).toContain('value="login_required"');
    expect(answer.headers.get('x-frame-options')).toBeNull();
    expect(answer.headers.get('content-security-policy')).not.toContain('frame-ancestors');
  });

  it('to a hidden frame, with headers that allow framing', async () => {
    const answer = await openBrowser().get(authorizeAddress(clients.web, askSilently));
    expect(answer.headers.get('x-frame-options')).toBeNull();
    expect(answer.headers.get('content-security-policy')).toBeNull();
  });
});

describe('Authorize redirects with a code', () => {
  it('with state, session and issuer', async () => {
    const answer = await logIn(openBrowser(), await newAccount(), clients.web, { state: 'x/y' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { code, ...rest } = Object.fromEntries(readAnswer(answer));
    expect(code).toMatch(/^[A-Za-z0-9._~-]+$/);
    expect(rest).toEqual({
      state: 'x/y',
      session_state: expect.stringMatching(/^[0-9a-f]{32}$/),
      iss: issuer(),
    });
  });

  it('to the exact address of an app', async () => {
    const { challenge } = newChallenge();
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    const answer = await logIn(openBrowser(), await newAccount(), clients.phone, pkce);
    expect(answer.location).toMatch(
      /^org\.example\.phone:\/\/redirect\?session_state=[0-9a-f]+&code=[^&]+&iss=/,
    );
  });

  it('appended to the query of the redirect URI', async () => {
    const redirectUri = 'https://web.example/exact?page=1';
    const answer = await logIn(openBrowser(), await newAccount(), { ...clients.otherWeb, redirectUri });
    expect(answer.location?.startsWith(`${redirectUri}&session_state=`)).toBe(true);
  });

  it('in the fragment', async () => {
    const answer = await logIn(openBrowser(), await newAccount(), clients.web, { response_mode: 'fragment' });
    expect(answer.location).toMatch(/^http:\/\/localhost:3000\/#session_state=/);
  });

  it('as a form that submits itself', async () => {
    const answer = await logIn(openBrowser(), await newAccount(), clients.web, {
      response_mode: 'form_post',
      state: '"><script>alert(1)</script>',
    });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('<form method="post" action="http://localhost:3000/">');
    expect(answer.text).toMatch(/name="code" value="[A-Za-z0-9_-]{43}"/);
    expect(answer.text).not.toContain('<script>alert');
    expect(answer.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://localhost:3000;",
    );
  });

  it('without prompting again, for every client, while the session lasts', async () => {
    const browser = openBrowser();
    const first = readAnswer(await logIn(browser, await newAccount()));
    const second = readAnswer(await browser.get(authorizeAddress(clients.otherWeb, askSilently)));
    expect(second.get('code')).not.toBeNull();
    expect(second.get('session_state')).toBe(first.get('session_state'));
  });

  it('for parameters in a form, ignoring unknown parameters and scopes', async () => {
    const browser = openBrowser();
    await logIn(browser, await newAccount());
    const answer = await browser.post(endpoint('auth'), {
      client_id: 'blip',
      redirect_uri: 'http://localhost:3000/deep/path?tab=2',
      response_type: 'code',
      scope: 'openid made_up',
      kc_action: 'none',
      aud: 'x',
    });
    expect(readAnswer(answer).has('code')).toBe(true);
  });

  it('if the scope is repeated', async () => {
    const browser = openBrowser();
    await logIn(browser, await newAccount());
    const answer = await browser.get(`${authorizeAddress(clients.web, { scope: 'email' })}&scope=openid`);
    expect(readAnswer(answer).has('code')).toBe(true);
  });
});

describe('The session of a browser', () => {
  it('is invalid in another realm', async () => {
    const browser = openBrowser();
    await logIn(browser, await newAccount());
    const stolen = { cookie: `sso_session=${browser.cookie('sso_session')}` };
    const answer = await openBrowser().get(authorizeAddress(clients.web, askSilently, 'qa2'), stolen);
    expect(readAnswer(answer).get('error')).toBe('login_required');
  });

  it('is not sufficient for prompt=login', async () => {
    const browser = openBrowser();
    await logIn(browser, await newAccount());
    const answer = await browser.get(authorizeAddress(clients.web, { prompt: 'login' }));
    expect(answer.text).toContain('id="kc-form-login"');
  });

  it('is too old for max_age=0', async () => {
    const browser = openBrowser();
    await logIn(browser, await newAccount());
    const answer = await browser.get(authorizeAddress(clients.web, { max_age: '0', ...askSilently }));
    expect(readAnswer(answer).get('error')).toBe('login_required');
    const recent = await browser.get(authorizeAddress(clients.web, { max_age: '600', ...askSilently }));
    expect(readAnswer(recent).has('code')).toBe(true);
  });

  it('continues with a new cookie when the same person enters the password again', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    const first = readAnswer(await logIn(browser, account)).get('session_state');
    const cookie = browser.cookie('sso_session');
    const second = readAnswer(await logIn(browser, account, clients.web, { prompt: 'login' })).get(
      'session_state',
    );
    expect(second).toBe(first);
    expect(browser.cookie('sso_session')).not.toBe(cookie);
    const old = { cookie: `sso_session=${cookie}` };
    const answer = await openBrowser().get(authorizeAddress(clients.web, askSilently), old);
    expect(readAnswer(answer).get('error')).toBe('login_required');
  });

  it('ends when another person logs in', async () => {
    const browser = openBrowser();
    const first = readAnswer(await logIn(browser, await newAccount())).get('session_state');
    const cookie = browser.cookie('sso_session');
    const second = readAnswer(await logIn(browser, await newAccount(), clients.web, { prompt: 'login' }));
    expect(second.get('session_state')).not.toBe(first);
    const old = { cookie: `sso_session=${cookie}` };
    const answer = await openBrowser().get(authorizeAddress(clients.web, askSilently), old);
    expect(readAnswer(answer).get('error')).toBe('login_required');
  });

  it('has cookies per realm: one for the service only, one for the status script', async () => {
    const browser = openBrowser();
    await logIn(browser, await newAccount());
    const session = browser.cookies.get('sso_session');
    expect(session?.text).toMatch(/; HttpOnly(;|$)/);
    expect(session?.path).toBe(`/realms/${testRealm}/`);
    expect(session?.text).not.toMatch(/max-age/i);
    expect(browser.cookies.get('sso_status')?.text).not.toContain('HttpOnly');
  });

  it('is kept for 30 days if the person wants to be remembered', async () => {
    const browser = openBrowser();
    await logIn(browser, await newAccount(), clients.web, {}, { rememberMe: 'on' });
    expect(browser.cookies.get('sso_session')?.text).toContain('Max-Age=2592000');
    expect(browser.cookies.get('sso_status')?.text).toContain('Max-Age=2592000');
  });
});
