import { api, type Answer, type Json } from '../../../support/api';
import { logIn as logInAtApi } from '../../../support/accounts';
import type { BrowserTab } from '../../../support/browser-tab';
import {
  readAnswer,
  clients,
  codeForm,
  getTokens,
  logIn,
  newAccount,
  openBrowser,
  tokenRequest,
  readTokens,
  type Account,
} from '../../../support/realm';
import { serverUnderTest } from '../../../support/server';
import { waitFor } from '../../../support/wait-until';

const server = serverUnderTest();
const { foreign } = clients;

/** The access token of a third-party client, with everything that it requested. */
async function foreignToken(account: Account, browser: BrowserTab = openBrowser()): Promise<string> {
  const scope = 'openid email profile';
  const page = await logIn(browser, account, foreign, { scope });
  const code = readAnswer(await browser.submit(page, { accept: 'yes' })).get('code') ?? '';
  return (await readTokens(await tokenRequest(codeForm(foreign, code)))).access_token;
}

const expectClosed = ({ status, body }: Answer): void =>
  expect({ status, body }).toEqual({
    status: 403,
    body: expect.objectContaining({ code: 403, error: 'CLIENT_NOT_ALLOWED', message: expect.any(String) }),
  });

describe('A third-party client', () => {
  it('cannot change password, address or anything else of the account', async () => {
    const account = await newAccount();
    const token = await foreignToken(account);
    for (const updates of [
      { password: 'a-new-password' },
      { username: 'thief@example.org', emails: ['thief@example.org'] },
      { roles: ['clinician'] },
      { termsAccepted: '2024-01-01T00:00:00+00:00' },
    ]) {
      expectClosed(await api(server).put('/auth/user', { token, body: { updates } }));
      expectClosed(await api(server).put(`/auth/user/${account.userId}`, { token, body: { updates } }));
    }
    expect((await logInAtApi(server, account.email, account.password)).status).toBe(200);
  });

  it('cannot delete the account, whatever it knows', async () => {
    const account = await newAccount();
    const token = await foreignToken(account);
    const body = { password: account.password };
    expectClosed(await api(server).delete(`/auth/user/${account.userId}`, { token, body }));
    expectClosed(await api(server).delete(`/v1/users/${account.userId}`, { token, body }));
    expect((await logInAtApi(server, account.email, account.password)).status).toBe(200);
  });

  it('cannot share, invite or create tokens', async () => {
    const account = await newAccount();
    const stranger = await newAccount();
    const token = await foreignToken(account);
    const { userId } = account;
    const { post } = api(server);
    expectClosed(await post(`/access/${userId}/${stranger.userId}`, { token, body: { view: {} } }));
    const invitation = { email: 'thief@example.org', permissions: { view: {} } };
    expectClosed(await post(`/confirm/send/invite/${userId}`, { token, body: invitation }));
    expectClosed(await post(`/v1/users/${userId}/restricted_tokens`, { token, body: {} }));
    expectClosed(await post(`/auth/user/${userId}/user`, { token, body: {} }));
    const own = await getTokens(stranger);
    expect((await api(server).get(`/data/${userId}`, { token: own.access_token })).status).toBe(403);
  });

  it('cannot end sessions in the graph, and gets the reason', async () => {
    const account = await newAccount();
    const browser = openBrowser();
    const token = await foreignToken(account, browser);
    const { body: sessions } = await api(server).graph('{ mySessions { edges { node { id } } } }', { token });
    const { id } = sessions.data.mySessions.edges[0].node;
    const { body } = await api(server).graph(
      'mutation ($id: ID!) { endSession(input: { id: $id }) { done } }',
      { token, variables: { id } },
    );
    expect(body.data?.endSession ?? null).toBeNull();
    expect(body.errors[0].extensions).toEqual({ code: 'CLIENT_NOT_ALLOWED', status: 403 });
    expect((await api(server).get('/auth/user', { token })).status).toBe(200);
  });

  it('cannot administer the service, whatever the role of its person', async () => {
    const token = await foreignToken(await newAccount());
    const { body } = await api(server).graph(
      `mutation {
        addOAuthClient(input: { clientId: "thief", redirectUris: [] }) { __typename }
        rotateClientSecret(input: { clientId: "thief" }) { __typename }
        removeOAuthClient(input: { clientId: "thief" }) { __typename }
        endServerSessions(input: { clientId: "thief" }) { __typename }
      }`,
      { token },
    );
    const refusal = { code: 'CLIENT_NOT_ALLOWED', status: 403 };
    const refusals = ({ errors }: Json) => errors.map(({ extensions }: Json) => extensions as object);
    expect(refusals(body)).toEqual(Array(4).fill(refusal));
    const read = await api(server).graph('{ admin { backends { name } } }', { token });
    expect(refusals(read.body)).toEqual([refusal]);
  });

  it('reads and writes data as before, and revokes its own token', async () => {
    const account = await newAccount();
    const token = await foreignToken(account);
    const { userId } = account;
    const { get, post, put } = api(server);
    expect((await get('/auth/user', { token })).body).toMatchObject({ userid: userId });
    expect((await get(`/data/${userId}`, { token })).status).toBe(200);
    expect((await post(`/v1/users/${userId}/data_sets`, { token, body: {} })).status).toBe(201);
    const profile = { fullName: 'Ann Other' };
    expect((await put(`/metadata/${userId}/profile`, { token, body: profile })).status).toBe(200);
    expect((await get('/auth/login', { token })).status).toBe(200);
    expect((await post('/auth/logout', { token })).status).toBe(200);
    expect((await get('/auth/user', { token })).status).toBe(401);
  });

  it('is refused with a pair of tokens too', async () => {
    const account = await newAccount();
    const browser = openBrowser();
    const page = await logIn(browser, account, foreign);
    const code = readAnswer(await browser.submit(page, { accept: 'yes' })).get('code') ?? '';
    const tokens = await readTokens(await tokenRequest(codeForm(foreign, code)));
    const pair = `kc:${tokens.access_token}:${tokens.refresh_token}`;
    const renewed = (await api(server).get('/auth/login', { token: pair })).headers.get(
      'x-tidepool-session-token',
    );
    for (const token of [pair, renewed ?? ''])
      expectClosed(
        await api(server).put('/auth/user', { token, body: { updates: { password: 'a-new-password' } } }),
      );
  });

  it.each<[string, string, (token: string) => Promise<Answer>]>([
    [
      'by a route',
      'PUT /auth/user',
      (token) => api(server).put('/auth/user', { token, body: { updates: { password: 'a-new-password' } } }),
    ],
    [
      'in the graph',
      'endSession',
      (token) => api(server).graph('mutation { endSession(input: { id: "x" }) { done } }', { token }),
    ],
  ])('leaves an entry in the access log when it tries %s', async (_way, operation, attempt) => {
    const account = await newAccount();
    await attempt(await foreignToken(account));
    const query = '{ me { accessLog(first: 50) { edges { node { kind client operation } } } } }';
    const { access_token: own } = await getTokens(account);
    const entry = await waitFor('the attempt on record', async () => {
      const { body } = await api(server).graph(query, { token: own });
      const entries: Json[] = body.data.me.accessLog.edges.map(({ node }: Json) => node);
      return entries.find(({ kind }) => kind === 'REFUSED');
    });
    expect(entry).toEqual({
      kind: 'REFUSED',
      client: foreign.id,
      operation: expect.stringContaining(operation),
    });
  });
});

describe('The consent page', () => {
  it('lists what the client can never do', async () => {
    const { text } = await logIn(openBrowser(), await newAccount(), foreign);
    expect(text).toContain('can never');
    for (const words of ['password', 'delete your account', 'share your data', 'invitations', 'links'])
      expect(text).toContain(words);
    expect(text).not.toContain('everything else in your account');
  });
});

describe('A first-party client', () => {
  it('may do what third-party clients may not', async () => {
    const account = await newAccount();
    const { access_token: token } = await getTokens(account);
    const updates = { password: 'a-new-password' };
    expect((await api(server).put('/auth/user', { token, body: { updates } })).status).toBe(200);
  });
});
