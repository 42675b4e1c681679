import * as openid from 'openid-client';
import {
  clients,
  issuer,
  newAccount,
  openBrowser,
  statusAtApi,
  type Account,
  type TestClient,
} from '../support/realm';

/** The test server uses plain http, where production would use https. */
const discover = (client: TestClient, authentication?: openid.ClientAuth): Promise<openid.Configuration> =>
  openid.discovery(new URL(issuer()), client.id, client.secret, authentication, {
    execute: [openid.allowInsecureRequests],
  });

/** The code flow as the library does it; the browser enters the password. */
async function logIn(
  config: openid.Configuration,
  client: TestClient,
  account: Account,
  scope: string,
  browser = openBrowser(),
) {
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const expectedState = openid.randomState();
  const expectedNonce = openid.randomNonce();
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: client.redirectUri,
    scope,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    max_age: '600',
  });
  const page = await browser.get(address.href);
  const answer = await browser.submit(page, { username: account.email, password: account.password });
  return openid.authorizationCodeGrant(config, new URL(answer.location ?? ''), {
    pkceCodeVerifier,
    expectedState,
    expectedNonce,
    maxAge: 600,
    idTokenExpected: true,
  });
}

describe('openid-client', () => {
  it('logs in, reads the user info, refreshes, revokes and logs out', async () => {
    const config = await discover(clients.web);
    const account = await newAccount();
    const browser = openBrowser();
    const tokens = await logIn(config, clients.web, account, 'openid email', browser);
    expect(tokens.claims()).toMatchObject({ sub: account.userId, email: account.email });
    expect(await openid.fetchUserInfo(config, tokens.access_token, account.userId)).toMatchObject({
      email: account.email,
      email_verified: true,
    });

    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(renewed.claims()?.sub).toBe(account.userId);
    expect(await statusAtApi(renewed.access_token)).toBe(200);
    await openid.tokenRevocation(config, renewed.access_token);
    expect(await statusAtApi(renewed.access_token)).toBe(401);
    expect(await statusAtApi(tokens.access_token)).toBe(200);

    const address = openid.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: clients.web.redirectUri,
      state: 'bye',
    });
    const farewell = await browser.get(address.href);
    expect(farewell.location).toBe(`${clients.web.redirectUri}?state=bye`);
    expect(await statusAtApi(tokens.access_token)).toBe(401);
    await expect(openid.refreshTokenGrant(config, renewed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('logs in an app with offline access and ends that by revoking', async () => {
    const config = await discover(clients.phone);
    const tokens = await logIn(config, clients.phone, await newAccount(), 'openid offline_access');
    expect(tokens.scope).toContain('offline_access');
    await openid.tokenRevocation(config, tokens.refresh_token ?? '', { token_type_hint: 'refresh_token' });
    expect(await statusAtApi(tokens.access_token)).toBe(401);
  });

  it.each([
    ['Basic', openid.ClientSecretBasic(clients.partner.secret)],
    ['the form', openid.ClientSecretPost(clients.partner.secret)],
  ])('sends the secret of a client by %s, and introspects tokens', async (_way, authentication) => {
    const config = await discover(clients.partner, authentication);
    const account = await newAccount();
    const tokens = await logIn(config, clients.partner, account, 'openid');
    expect(await openid.tokenIntrospection(config, tokens.access_token)).toMatchObject({
      active: true,
      sub: account.userId,
    });
  });
});
