import * as oauth from 'oauth4webapi';
import {
  clients,
  issuer,
  newAccount,
  openBrowser,
  statusAtApi,
  type Account,
  type TestClient,
} from '../support/realm';

/** In production all of this is https. */
const plain = { [oauth.allowInsecureRequests]: true };

interface Party {
  server: oauth.AuthorizationServer;
  client: oauth.Client;
  authentication: oauth.ClientAuth;
}

async function discover({ id }: TestClient, authentication: oauth.ClientAuth): Promise<Party> {
  const address = new URL(issuer());
  const answer = await oauth.discoveryRequest(address, plain);
  const server = await oauth.processDiscoveryResponse(address, answer);
  return { server, client: { client_id: id }, authentication };
}

/** The code flow with PKCE; the browser enters the password. */
async function logIn(
  { server, client, authentication }: Party,
  { redirectUri }: TestClient,
  account: Account,
  browser = openBrowser(),
) {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const nonce = oauth.generateRandomNonce();
  const address = new URL(server.authorization_endpoint ?? '');
  const parameters = {
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    max_age: '600',
    state,
    nonce,
  };
  address.search = new URLSearchParams(parameters).toString();
  const page = await browser.get(address.href);
  const back = await browser.submit(page, { username: account.email, password: account.password });
  const answer = oauth.validateAuthResponse(server, client, new URL(back.location ?? ''), state);
  const response = await oauth.authorizationCodeGrantRequest(
    ...([server, client, authentication, answer, redirectUri, verifier, plain] as const),
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    maxAge: 600,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(server, response, plain);
  return tokens;
}

async function refresh({ server, client, authentication }: Party, token = '') {
  const response = await oauth.refreshTokenGrantRequest(server, client, authentication, token, plain);
  return oauth.processRefreshTokenResponse(server, client, response);
}

describe('oauth4webapi', () => {
  it('logs in with a verified code, state, nonce and signature, reads the user info and refreshes', async () => {
    const party = await discover(clients.web, oauth.None());
    const { server, client } = party;
    const account = await newAccount();
    const tokens = await logIn(party, clients.web, account);
    expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: account.userId, azp: 'blip' });

    const response = await oauth.userInfoRequest(server, client, tokens.access_token, plain);
    const info = await oauth.processUserInfoResponse(server, client, account.userId, response);
    expect(info).toMatchObject({ email: account.email, email_verified: true });

    const renewed = await refresh(party, tokens.refresh_token);
    expect(renewed.access_token).not.toBe(tokens.access_token);
    expect(await statusAtApi(renewed.access_token)).toBe(200);
  });

  it('revokes only an access token, then all with the refresh token', async () => {
    const party = await discover(clients.web, oauth.None());
    const { server, client, authentication } = party;
    const tokens = await logIn(party, clients.web, await newAccount());
    const { access_token: other } = await refresh(party, tokens.refresh_token);
    const revoke = async (token = '') =>
      oauth.processRevocationResponse(
        await oauth.revocationRequest(server, client, authentication, token, plain),
      );
    await revoke(tokens.access_token);
    expect([await statusAtApi(tokens.access_token), await statusAtApi(other)]).toEqual([401, 200]);
    await revoke(tokens.refresh_token);
    expect(await statusAtApi(other)).toBe(401);
    await expect(refresh(party, tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it.each([
    ['Basic', oauth.ClientSecretBasic(clients.partner.secret)],
    ['the form', oauth.ClientSecretPost(clients.partner.secret)],
  ])('introspects tokens with the secret by %s', async (_way, authentication) => {
    const party = await discover(clients.partner, authentication);
    const { server, client } = party;
    const account = await newAccount();
    const tokens = await logIn(party, clients.partner, account);
    const inspect = async (token: string) => {
      const response = await oauth.introspectionRequest(server, client, authentication, token, plain);
      return oauth.processIntrospectionResponse(server, client, response);
    };
    expect(await inspect(tokens.access_token)).toMatchObject({
      active: true,
      sub: account.userId,
      client_id: client.client_id,
      username: account.email,
    });
    expect(await inspect('nonsense')).toEqual({ active: false });
  });

  it('ends the session at the URL for browsers', async () => {
    const party = await discover(clients.web, oauth.None());
    const browser = openBrowser();
    const tokens = await logIn(party, clients.web, await newAccount(), browser);
    const address = new URL(party.server.end_session_endpoint ?? '');
    address.search = new URLSearchParams({
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: clients.web.redirectUri,
      state: 'bye',
    }).toString();
    expect((await browser.get(address.href)).location).toBe(`${clients.web.redirectUri}?state=bye`);
    expect(await statusAtApi(tokens.access_token)).toBe(401);
    await expect(refresh(party, tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('ends the session without a browser', async () => {
    const party = await discover(clients.partner, oauth.ClientSecretBasic(clients.partner.secret));
    const tokens = await logIn(party, clients.partner, await newAccount());
    const { partner } = clients;
    const form = {
      client_id: partner.id,
      client_secret: partner.secret,
      refresh_token: tokens.refresh_token ?? '',
    };
    const body = new URLSearchParams(form);
    const answer = await fetch(party.server.end_session_endpoint ?? '', { method: 'POST', body });
    expect(answer.status).toBe(204);
    expect(await statusAtApi(tokens.access_token)).toBe(401);
    await expect(refresh(party, tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});
