import { realmRing } from '../../../../src/identity/auth/key-ring.service';
import { api } from '../../../support/api';
import { newServerToken, sessionToken } from '../../../support/accounts';
import type { OwnApp } from '../../../support/own-app';
import { startOwnRealm } from '../../../support/own-realm';
import {
  changeAccount,
  decodeClaims,
  clients,
  endpoint,
  getTokens,
  newAccount,
  postForm,
  refreshForm,
  statusAtApi,
  testRealm,
  tokenRequest,
  readTokens,
  type Tokens,
} from '../../../support/realm';
import { serverUnderTest } from '../../../support/server';

let own: OwnApp;

beforeAll(async () => {
  own = await startOwnRealm();
});
afterAll(() => own.close());

const request = (method: 'get' | 'post', path: string, token: string) =>
  api(serverUnderTest())[method](path, { token });
const renew = (token: string) => request('get', '/auth/login', token);
const logOut = (token: string) => request('post', '/auth/logout', token);

const pairOf = ({ access_token: access, refresh_token: refresh }: Tokens): string =>
  `kc:${access}:${refresh}`;

/** The pair with an expired access token. */
async function lapsedPairOf(tokens: Tokens): Promise<string> {
  const { iss, sub, sid, azp } = decodeClaims(tokens.access_token);
  const access = await own.app.services.tokens.sign(realmRing(testRealm), {
    kind: 'Bearer',
    userId: String(sub),
    sessionId: String(sid),
    issuer: String(iss),
    expiresTime: Date.now() - 1000,
    claims: { azp },
  });
  return pairOf({ ...tokens, access_token: access });
}

const isRefreshed = async ({ refresh_token: token }: Tokens): Promise<boolean> =>
  (await tokenRequest(refreshForm(clients.web, token))).status === 200;

describe('a pair of an access token and a refresh token', () => {
  it('is accepted while the access token is valid', async () => {
    const { userId, ...account } = await newAccount();
    const pair = pairOf(await getTokens({ userId, ...account }));
    expect((await request('get', '/auth/user', pair)).body.userid).toBe(userId);
  });

  it('is refreshed at the log-in route: a new pair of the same session, with its own expiration', async () => {
    const account = await newAccount();
    const tokens = await getTokens(account);
    const answer = await renew(pairOf(tokens));
    expect(answer.status).toBe(200);
    const renewed = sessionToken(answer);
    const [prefix, access = '', refresh = ''] = renewed.split(':');
    expect(prefix).toBe('kc');
    expect(access).not.toBe(tokens.access_token);
    expect(refresh).not.toBe(tokens.refresh_token);
    expect(decodeClaims(access)).toMatchObject({
      sid: tokens.session_state,
      typ: 'Bearer',
      sub: account.userId,
    });
    expect(decodeClaims(refresh)).toMatchObject({ sid: tokens.session_state, typ: 'Refresh' });
    expect(answer.headers.get('x-service-session-token')).toBe(renewed);
    expect(answer.body).toEqual({
      isserver: false,
      userid: account.userId,
      expires_at: expect.any(Number),
    });
    expect(Math.abs(answer.body.expires_at - Number(decodeClaims(access).exp))).toBeLessThanOrEqual(1);
    for (const token of [renewed, pairOf(tokens)])
      expect((await request('get', '/auth/user', token)).status).toBe(200);
  });

  it('is refreshed although the access token has expired, which is useless otherwise', async () => {
    const tokens = await getTokens(await newAccount());
    const lapsed = await lapsedPairOf(tokens);
    expect((await request('get', '/auth/user', lapsed)).status).toBe(401);
    expect((await request('get', '/auth/token', lapsed)).status).toBe(401);
    const answer = await renew(lapsed);
    expect(answer.status).toBe(200);
    expect((await request('get', '/auth/user', sessionToken(answer))).status).toBe(200);
  });

  it('is refreshed with a bearer header too', async () => {
    const lapsed = await lapsedPairOf(await getTokens(await newAccount()));
    const headers = { Authorization: `Bearer ${lapsed}` };
    expect((await api(serverUnderTest()).get('/auth/login', { headers })).status).toBe(200);
  });

  it.each<[string, (tokens: Tokens) => Promise<string>]>([
    ['another refresh token', async (tokens) => pairOf({ ...tokens, refresh_token: 'a.b.c' })],
    ['no refresh token', async (tokens) => pairOf({ ...tokens, refresh_token: '' })],
    [
      'an access token in the place of the refresh token',
      async (tokens) => pairOf({ ...tokens, refresh_token: tokens.access_token }),
    ],
    [
      'a refresh token in the place of the access token',
      async (tokens) => pairOf({ ...tokens, access_token: tokens.refresh_token }),
    ],
    [
      "another account's refresh token",
      async (tokens) =>
        pairOf({ ...tokens, refresh_token: (await getTokens(await newAccount())).refresh_token }),
    ],
    [
      'an access token with another signature',
      async (tokens) => pairOf({ ...tokens, access_token: `${tokens.access_token}x` }),
    ],
    [
      'an access token that was given up',
      async (tokens) => {
        await postForm(endpoint('revoke'), { client_id: clients.web.id, token: tokens.access_token });
        return pairOf(tokens);
      },
    ],
    [
      'a refresh token that was given up',
      async (tokens) => {
        await postForm(endpoint('revoke'), { client_id: clients.web.id, token: tokens.refresh_token });
        return lapsedPairOf(tokens);
      },
    ],
    [
      'a session that has ended',
      async (tokens) => {
        const form = { client_id: clients.web.id, refresh_token: tokens.refresh_token };
        await postForm(endpoint('logout'), form);
        return lapsedPairOf(tokens);
      },
    ],
    ['a third part', async (tokens) => `${pairOf(tokens)}:x`],
  ])('is not refreshed with %s', async (_case, spoiled) => {
    const answer = await renew(await spoiled(await getTokens(await newAccount())));
    expect(answer.status).toBe(401);
    expect(answer.body.reason).toBe('No x-tidepool-session-token was found');
    expect(answer.headers.get('x-tidepool-session-token')).toBeNull();
  });

  it('of a client with a secret can only be refreshed with the secret, not here', async () => {
    const { partner } = clients;
    const pair = pairOf(await getTokens(await newAccount(), { client: partner }));
    expect((await request('get', '/auth/user', pair)).status).toBe(200);
    expect((await renew(pair)).status).toBe(401);
  });

  it('is useless for a disabled account', async () => {
    const { userId, ...account } = await newAccount();
    const pair = await lapsedPairOf(await getTokens({ userId, ...account }));
    const query = 'mutation ($input: DisableUserInput!) { disableUser(input: $input) { user { id } } }';
    const server = serverUnderTest();
    const body = { query, variables: { input: { userId } } };
    await api(server).post('/graphql', { token: await newServerToken(server), body });
    expect((await renew(pair)).status).toBe(401);
  });

  it('stays valid when the address of the account changes', async () => {
    const { userId, ...account } = await newAccount();
    const pair = pairOf(await getTokens({ userId, ...account }));
    await changeAccount(userId, { emails: [`moved.${account.email}`], username: `moved.${account.email}` });
    expect((await renew(pair)).status).toBe(200);
  });
});

describe('logging out with a pair', () => {
  it("ends the realm's session with all of its tokens", async () => {
    const tokens = await getTokens(await newAccount());
    const later = await readTokens(await tokenRequest(refreshForm(clients.web, tokens.refresh_token)));
    const answer = await logOut(pairOf(tokens));
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '' });
    for (const { access_token: token } of [tokens, later]) expect(await statusAtApi(token)).toBe(401);
    expect(await isRefreshed(later)).toBe(false);
  });

  it('ends it even if the access token has expired', async () => {
    const tokens = await getTokens(await newAccount());
    expect((await logOut(await lapsedPairOf(tokens))).status).toBe(200);
    expect(await statusAtApi(tokens.access_token)).toBe(401);
    expect(await isRefreshed(tokens)).toBe(false);
  });

  it('ends nothing if its parts do not match, and never fails', async () => {
    const [tokens, others] = [await getTokens(await newAccount()), await getTokens(await newAccount())];
    const mixed = await lapsedPairOf({ ...tokens, refresh_token: others.refresh_token });
    for (const token of [mixed, 'kc:a:b', 'kc::']) expect((await logOut(token)).status).toBe(200);
    for (const { access_token: token } of [tokens, others]) expect(await statusAtApi(token)).toBe(200);
  });

  it.each([
    ['no token', async () => 'x'],
    ["another account's", async () => (await getTokens(await newAccount())).refresh_token],
  ])('revokes only the access token if the refresh token is %s', async (_case, token) => {
    const tokens = await getTokens(await newAccount());
    const answer = await logOut(pairOf({ ...tokens, refresh_token: await token() }));
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '' });
    expect(await statusAtApi(tokens.access_token)).toBe(401);
    expect(await isRefreshed(tokens)).toBe(true);
  });

  it('is more than a log-out with the access token alone, which keeps the session', async () => {
    const tokens = await getTokens(await newAccount());
    await logOut(tokens.access_token);
    expect(await statusAtApi(tokens.access_token)).toBe(401);
    expect(await isRefreshed(tokens)).toBe(true);
  });
});
