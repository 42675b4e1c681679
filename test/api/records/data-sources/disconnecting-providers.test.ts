import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { startDataProvider, type DataProvider } from '../../../support/data-provider';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { providerBrowser } from '../../../support/provider-browser';
import { providerClient } from '../../../support/provider-sessions';

let provider: DataProvider;
let own: OwnApp;
let serverToken: string;
let browser: ReturnType<typeof providerBrowser>;
let client: ReturnType<typeof providerClient>;

beforeAll(async () => {
  provider = await startDataProvider();
  provider.answer = { body: { access_token: 'access', token_type: 'Bearer' } };
  own = await startOwnApp({
    PROVIDERS_FILE: provider.file([{ name: 'dexcom' }, { name: 'firm', userRevocation: false }]),
  });
  serverToken = await newServerToken(own.server);
  browser = providerBrowser(own.server);
  client = providerClient(own.server, serverToken);
}, 120_000);

afterAll(async () => {
  await own.close();
  await provider.close();
}, 120_000);

describe('disconnecting', () => {
  it('is for the account holder, and ends the connection', async () => {
    const account = await newAccount(own.server);
    await browser.connected(account, 'dexcom');
    const { delete: remove } = api(own.server);
    const answer = await remove('/v1/oauth/dexcom/authorize', { token: account.token });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(await client.sessions(account)).toEqual([]);
    expect(await client.sources(account)).toMatchObject([{ state: 'disconnected' }]);
    expect((await remove('/v1/oauth/dexcom/authorize', { token: account.token })).status).toBe(200);
  });

  it('is refused to strangers and servers, and if the provider forbids it', async () => {
    const { token } = await newAccount(own.server);
    const { delete: remove } = api(own.server);
    const statuses = await Promise.all([
      remove('/v1/oauth/dexcom/authorize'),
      remove('/v1/oauth/dexcom/authorize', { token: serverToken }),
      remove('/v1/oauth/nobody/authorize', { token: serverToken }),
      remove('/v1/oauth/nobody/authorize', { token }),
      remove('/v1/oauth/firm/authorize', { token }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([401, 403, 403, 404, 403]);
  });

  it('is for trusted servers with the account in the path', async () => {
    const account = await newAccount(own.server);
    await browser.connected(account, 'firm');
    const { delete: remove } = api(own.server);
    const path = (id: string, name = 'firm') => `/v1/users/${id}/oauth/${name}/authorize`;
    const refusals = await Promise.all([
      remove(path(account.userId)),
      remove(path(account.userId), { token: account.token }),
      remove(path('x'), { token: serverToken }),
      remove(path(account.userId, 'nobody'), { token: serverToken }),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([401, 403, 400, 404]);
    const answer = await remove(path(account.userId), { token: serverToken });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(await client.sessions(account)).toEqual([]);
  });

  it('returns the account with its sources in the graph, to the holder and to trusted servers', async () => {
    const query = `mutation ($input: DisconnectProviderInput!) {
      disconnectProvider(input: $input) {
        user { id dataSources(first: 5) { edges { node { providerName state } } } }
        userErrors { code field }
      }
    }`;
    const account = await newAccount(own.server);
    const { graph } = api(own.server);
    for (const [token, userId, name] of [
      [account.token, undefined, 'dexcom'],
      [serverToken, account.userId, 'firm'],
    ] as const) {
      await browser.connected(account, name);
      const { body } = await graph(query, { token, variables: { input: { name, userId } } });
      expect(body.errors).toBeUndefined();
      const { user, ...payload } = body.data.disconnectProvider;
      expect(payload).toEqual({ userErrors: [] });
      expect(user.id).toBe(account.userId);
      const sources = user.dataSources.edges.map(({ node }: Json) => node);
      expect(sources).toContainEqual({ providerName: name, state: 'DISCONNECTED' });
    }
  });

  it('returns no account to strangers', async () => {
    const query = `mutation ($input: DisconnectProviderInput!) {
      disconnectProvider(input: $input) { user { id } }
    }`;
    const [account, { token }] = [await newAccount(own.server), await newAccount(own.server)];
    const input = { name: 'dexcom', userId: account.userId };
    const { body } = await api(own.server).graph(query, { token, variables: { input } });
    expect(body.data).toEqual({ disconnectProvider: null });
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
  });
});
