import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { providerClient } from '../../../support/provider-sessions';
import { serverUnderTest } from '../../../support/server';
import { share } from '../../../support/shares';

const server = serverUnderTest();
const { get, post, put, delete: remove } = api(server);
const nobody = 'f'.repeat(32);

let token: string;
let user: TestAccount;
let client: ReturnType<typeof providerClient>;

beforeAll(async () => {
  token = await newServerToken(server);
  client = providerClient(server, token);
});

beforeEach(async () => {
  user = await newAccount(server);
});

describe('data sources', () => {
  it('are visible to the account holder, without sessions and internals', async () => {
    await client.session(user, 'dexcom');
    const [source] = await client.sources(user);
    const secret = { code: 'inner', detail: 'password of the database', caller: 'x.ts' };
    const shown = { code: 'x', title: 't', detail: 'd', source: { pointer: '/a' }, meta: { a: 1 } };
    await client.updated(source?.id, { state: 'error', error: { ...shown, cause: secret, caller: 'y.ts' } });
    const mine = (await get(`/v1/data_sources/${source?.id}`, { token: user.token })).body;
    expect(mine.error).toEqual(shown);
    expect(mine).not.toHaveProperty('providerSessionId');
    const listed = await get(`/v1/users/${user.userId}/data_sources`, { token: user.token });
    expect(listed.body).toEqual([mine]);
    expect((await client.sources(user))[0]?.error.cause).toEqual(secret);
  });

  it('show if the provider no longer grants access', async () => {
    await client.session(user, 'dexcom');
    const [source] = await client.sources(user);
    const root = { code: 'unauthenticated', title: 'no', detail: 'log in again' };
    const error = [{ code: 'x', detail: 'd', cause: { detail: 'y', cause: root } }, { detail: 'z' }];
    await client.updated(source?.id, { state: 'error', error });
    const mine = (await get(`/v1/data_sources/${source?.id}`, { token: user.token })).body;
    expect(mine.error).toEqual([root, { detail: 'z' }]);
  });

  it('are hidden from others, and only changed by trusted servers', async () => {
    const { id } = await client.source(user, 'dexcom');
    const member = await newAccount(server);
    await share(server, user, member, 'view', 'upload', 'custodian');
    const list = `/v1/users/${user.userId}/data_sources`;
    const one = `/v1/data_sources/${id}`;
    const body = { providerType: 'oauth', providerName: 'x' };
    const statusesOf = async (options: { token?: string }): Promise<number[]> =>
      (
        await Promise.all([
          get(list, options),
          get(one, options),
          post(list, { ...options, body }),
          put(one, { ...options, body: {} }),
          remove(one, options),
          remove(list, options),
        ])
      ).map(({ status }) => status);
    expect(await statusesOf({})).toEqual(Array(6).fill(401));
    expect(await statusesOf({ token: member.token })).toEqual(Array(6).fill(403));
    expect(await statusesOf({ token: user.token })).toEqual([200, 200, 403, 403, 403, 403]);
    expect(await client.sources(user)).toHaveLength(1);
  });

  it('are not found if missing, before callers are refused', async () => {
    for (const id of [nobody, 'x', 'a%2Fb']) {
      const path = `/v1/data_sources/${id}`;
      expect((await get(path)).status).toBe(401);
      for (const options of [{ token }, { token: user.token }]) {
        expect((await get(path, options)).status).toBe(404);
        expect((await put(path, { ...options, body: {} })).status).toBe(404);
        expect((await remove(path, options)).status).toBe(404);
      }
    }
  });

  it('give no validation errors to callers without permission', async () => {
    const { id } = await client.source(user, 'dexcom');
    const { status } = await put(`/v1/data_sources/${id}?x=1`, { token: user.token, raw: '{' });
    expect(status).toBe(403);
  });
});

describe('in the graph', () => {
  it('the account holder sees the origin of data', async () => {
    await client.session(user, 'dexcom');
    const query = `query ($id: ID!) { user(id: $id) { dataSources(first: 5, state: CONNECTED) {
      edges { node { providerType providerName state providerSessionId dataSetIds } } } } }`;
    const ask = (by: string) => api(server).graph(query, { token: by, variables: { id: user.userId } });
    const node = { providerType: 'OAUTH', providerName: 'dexcom', state: 'CONNECTED', dataSetIds: [] };
    expect((await ask(user.token)).body.data.user.dataSources.edges).toEqual([
      { node: { ...node, providerSessionId: null } },
    ]);
    expect((await ask(token)).body.data.user.dataSources.edges).toEqual([
      { node: { ...node, providerSessionId: expect.stringMatching(/^[0-9a-z]{32}$/) } },
    ]);
    const member = await newAccount(server);
    await share(server, user, member, 'view');
    expect((await ask(member.token)).body.errors[0].extensions.code).toBe('FORBIDDEN');
  });

  it('trusted servers create, change and delete them', async () => {
    const run = async (query: string): Promise<Json> => (await api(server).graph(query, { token })).body.data;
    const created = await run(
      `mutation { createDataSource(input: {userId: "${user.userId}", dataSource: {providerType: "oauth", providerName: "dexcom"}}) { dataSource { id revision } } }`,
    );
    const { id } = created.createDataSource.dataSource;
    const changed = await run(
      `mutation { updateDataSource(input: {id: "${id}", revision: 0, changes: {metadata: {a: 1}}}) { dataSource { revision metadata } } }`,
    );
    expect(changed.updateDataSource.dataSource).toEqual({ revision: 1, metadata: { a: 1 } });
    expect((await run(`{ dataSource(id: "${id}") { id } }`)).dataSource).toEqual({ id });
    await run(`mutation { deleteDataSource(input: {id: "${id}", revision: 1}) { done } }`);
    await client.source(user, 'dexcom');
    await run(`mutation { deleteDataSources(input: {userId: "${user.userId}"}) { done } }`);
    expect(await client.sources(user)).toEqual([]);
  });
});
