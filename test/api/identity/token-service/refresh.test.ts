import {
  decodeClaims,
  clients,
  endpoint,
  getTokens,
  newAccount,
  openBrowser,
  postForm,
  refreshForm,
  readRefusal,
  refused,
  statusAtApi,
  tokenRequest,
  readTokens,
} from '../../../support/realm';

const refresh = (token: string, extra: Record<string, string> = {}) =>
  tokenRequest(refreshForm(clients.web, token, extra));

const invalidToken = refused('invalid_grant', 'Invalid refresh token');

describe('A refresh token', () => {
  it('gives new tokens of the same session, scope and log-in', async () => {
    const first = await getTokens(await newAccount());
    const second = await readTokens(await refresh(first.refresh_token));
    expect(second.access_token).not.toBe(first.access_token);
    expect(second).toMatchObject({
      session_state: first.session_state,
      scope: first.scope,
      token_type: 'Bearer',
    });
    const [before, after] = [decodeClaims(first.id_token), decodeClaims(second.id_token)];
    for (const claim of ['sub', 'azp', 'auth_time', 'sid', 'iss', 'aud'])
      expect(after[claim]).toEqual(before[claim]);
    expect(await statusAtApi(second.access_token)).toBe(200);
  });

  it('can be reused while the session lasts', async () => {
    const { refresh_token: old } = await getTokens(await newAccount());
    await readTokens(await refresh(old));
    const again = await readTokens(await refresh(old));
    expect(await statusAtApi(again.access_token)).toBe(200);
  });

  it('can be used by several concurrent requests', async () => {
    const { refresh_token: token } = await getTokens(await newAccount());
    const answers = await Promise.all([1, 2, 3, 4].map(async () => readTokens(await refresh(token))));
    for (const { access_token: accessToken } of answers) expect(await statusAtApi(accessToken)).toBe(200);
  });

  it('is a JSON Web Token with URL-safe characters', async () => {
    const { refresh_token: token } = await getTokens(await newAccount());
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(decodeClaims(token)).toMatchObject({ typ: 'Refresh' });
  });

  it('can give a smaller scope, but not a larger one', async () => {
    const { refresh_token: token } = await getTokens(await newAccount());
    const less = await readTokens(await refresh(token, { scope: 'email' }));
    expect(less.scope).toBe('email');
    expect(less.id_token).toBeUndefined();
    const all = await readTokens(await refresh(less.refresh_token));
    expect(all.scope).toBe('openid email profile');
    const refusal = await readRefusal(await refresh(token, { scope: 'openid offline_access' }));
    expect(refusal).toEqual(refused('invalid_scope'));
  });

  it('is refused if it belongs to another client or realm', async () => {
    const { refresh_token: token } = await getTokens(await newAccount());
    expect(await readRefusal(await tokenRequest(refreshForm(clients.otherWeb, token)))).toEqual(invalidToken);
    expect(await readRefusal(await tokenRequest(refreshForm(clients.web, token), {}, 'qa2'))).toEqual(
      invalidToken,
    );
  });

  it('cannot be an access token, an id token or garbage', async () => {
    const tokens = await getTokens(await newAccount());
    for (const token of [tokens.access_token, tokens.id_token, 'x', 'a.b.c', `${tokens.refresh_token}x`]) {
      expect(await readRefusal(await refresh(token))).toEqual(invalidToken);
    }
  });

  it('becomes invalid with its session', async () => {
    const tokens = await getTokens(await newAccount());
    await postForm(endpoint('logout'), { client_id: clients.web.id, refresh_token: tokens.refresh_token });
    const refusal = await readRefusal(await refresh(tokens.refresh_token));
    expect(refusal).toEqual(refused('invalid_grant', 'Session not active'));
  });
});

describe('Offline access', () => {
  const goOffline = async (browser = openBrowser()) => {
    const account = await newAccount();
    const tokens = await getTokens(account, {
      browser,
      client: clients.phone,
      changes: { scope: 'openid offline_access' },
    });
    return { account, browser, tokens };
  };
  const refreshOffline = (token: string) => tokenRequest(refreshForm(clients.phone, token));

  it('is granted to apps without consent', async () => {
    const { tokens } = await goOffline();
    expect(tokens.scope.split(' ')).toEqual(expect.arrayContaining(['openid', 'offline_access']));
    expect(tokens.refresh_expires_in).toBe(0);
    expect(decodeClaims(tokens.refresh_token)).toMatchObject({ typ: 'Offline' });
    expect(await statusAtApi(tokens.access_token)).toBe(200);
  });

  it('is not granted to web applications', async () => {
    const tokens = await getTokens(await newAccount(), { changes: { scope: 'openid offline_access' } });
    expect(tokens.scope).toBe('openid email profile');
    expect(decodeClaims(tokens.refresh_token)).toMatchObject({ typ: 'Refresh' });
  });

  it("outlives the browser's log-out", async () => {
    const { account, browser, tokens } = await goOffline();
    const { id_token: hint } = await getTokens(account, { browser });
    await browser.get(`${endpoint('logout')}?id_token_hint=${hint}`);
    expect(await statusAtApi(tokens.access_token)).toBe(200);
    const renewed = await readTokens(await refreshOffline(tokens.refresh_token));
    expect(await statusAtApi(renewed.access_token)).toBe(200);
  });

  it('ends when its refresh token is revoked', async () => {
    const { tokens } = await goOffline();
    const renewed = await readTokens(await refreshOffline(tokens.refresh_token));
    await postForm(endpoint('revoke'), { client_id: clients.phone.id, token: tokens.refresh_token });
    expect((await refreshOffline(renewed.refresh_token)).status).toBe(400);
    expect(await statusAtApi(renewed.access_token)).toBe(401);
  });
});
