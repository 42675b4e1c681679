import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import { providerClient, newSession } from '../../../support/provider-sessions';
import { serverUnderTest } from '../../../support/server';

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

const wholeToken = {
  accessToken: 'access',
  tokenType: 'Bearer',
  refreshToken: 'refresh',
  expirationTime: '2030-01-02T03:04:05.600Z',
  scope: ['a', 'b!#'],
  idToken: 'x.y.z',
};

describe('a provider session', () => {
  it('is created with its token, on both paths', async () => {
    const body = newSession('dexcom', { externalId: 'ex', oauthToken: { ...wholeToken, unknown: 1 } });
    const { status, body: created } = await post(`/auth/v1/users/${user.userId}/provider_sessions`, {
      token,
      body,
    });
    expect(status).toBe(201);
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{32}$/),
      userId: user.userId,
      type: 'oauth',
      name: 'dexcom',
      externalId: 'ex',
      oauthToken: wholeToken,
      createdTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    for (const place of ['/v1', '/auth/v1']) {
      expect(await get(`${place}/provider_sessions/${created.id}`, { token })).toMatchObject({
        status: 200,
        body: created,
      });
    }
  });

  it('is created in the collection of all accounts, with the account in the body', async () => {
    const path = '/v1/provider_sessions';
    const body = { userId: user.userId, ...newSession('dexcom') };
    expect((await post(path, { token, body })).status).toBe(201);
    expect(await client.sessions(user)).toHaveLength(1);
    const without = await post(path, { token, body: newSession('dexcom') });
    expect(formatFindings(without)).toEqual(['value-not-exists /userId']);
  });

  it.each<[string, unknown, string[]]>([
    ['nothing', {}, ['value-not-exists /type', 'value-not-exists /name', 'value-not-exists /oauthToken']],
    ['another type', newSession('a', { type: 'saml' }), ['value-not-allowed /type']],
    ['an empty name', newSession(''), ['value-empty /name']],
    ['a long name', newSession('x'.repeat(101)), ['length-out-of-range /name']],
    ['an empty external id', newSession('a', { externalId: '' }), ['value-empty /externalId']],
    [
      'a long external id',
      newSession('a', { externalId: 'x'.repeat(101) }),
      ['length-out-of-range /externalId'],
    ],
    [
      'a token without access',
      newSession('a', { oauthToken: {} }),
      ['value-not-exists /oauthToken/accessToken'],
    ],
    [
      'scopes that are none',
      newSession('a', { oauthToken: { accessToken: 'a', scope: ['a b', 'x', 'x'] } }),
      ['value-not-valid /oauthToken/scope/0', 'value-duplicate /oauthToken/scope/2'],
    ],
    [
      'a time without a zone',
      newSession('a', { oauthToken: { accessToken: 'a', expirationTime: '2024-01-01T00:00:00' } }),
      ['value-not-parsable /oauthToken/expirationTime'],
    ],
    ['an unknown key', newSession('a', { id: 'x' }), ['not-parsed /id']],
    ['no object', [], ['type-not-object about the whole']],
  ])('is refused with %s', async (_what, body, findings) => {
    const answer = await client.createSession(user, body);
    expect(answer.status).toBe(400);
    expect(formatFindings(answer)).toEqual(findings);
    expect(await client.sessions(user)).toEqual([]);
    expect(await client.sources(user)).toEqual([]);
  });

  it('requires an account', async () => {
    const missing = { userId: '00000000-0000-4000-8000-000000000000' };
    expect((await client.createSession(missing, newSession('dexcom'))).status).toBe(404);
    expect(await client.sessions(missing)).toEqual([]);
    expect(await client.sessions({ userId: 'x' })).toEqual([]);
  });

  it('is unique by account, provider and external id, even concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => client.createSession(user, newSession('dexcom'))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    await client.session(user, 'dexcom', { externalId: 'one' });
    expect((await client.createSession(user, newSession('dexcom', { externalId: 'one' }))).status).toBe(409);
    await client.session(user, 'dexcom', { externalId: 'two' });
    await client.session(user, 'abbott', { externalId: 'one' });
    expect(await client.sessions(user)).toHaveLength(4);
    const connected = await client.sources(user, '?providerName=dexcom&state=connected');
    expect(connected).toHaveLength(1);
  });

  it('is replaced: absent values are removed', async () => {
    const { id } = await client.session(user, 'dexcom', { externalId: 'ex' });
    const path = `/v1/provider_sessions/${id}`;
    const { status, body } = await put(path, { token, body: { oauthToken: { accessToken: 'new' } } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, name: 'dexcom', oauthToken: { accessToken: 'new' } });
    expect(body).toHaveProperty('modifiedTime');
    expect(body).not.toHaveProperty('externalId');
    const emptied = (await put(path, { token, body: {} })).body;
    expect(emptied).not.toHaveProperty('oauthToken');
    expect((await get(path, { token })).body).toEqual(emptied);
    const wrong = await put(path, { token, body: { name: 'abbott' } });
    expect(formatFindings(wrong)).toEqual(['not-parsed /name']);
  });

  it('cannot have the external id of another one', async () => {
    await client.session(user, 'dexcom', { externalId: 'one' });
    const { id } = await client.session(user, 'dexcom', { externalId: 'two' });
    const body = { externalId: 'one' };
    expect((await put(`/v1/provider_sessions/${id}`, { token, body })).status).toBe(409);
  });

  it('is found by exact name and external id: a trailing space counts', async () => {
    const externalId = `link of ${user.userId}`;
    const session = await client.session(user, 'dexcom', { externalId });
    expect(await client.sessions(user, '?name=dexcom')).toEqual([session]);
    expect(await client.sessions(user, '?name=dexcom%20')).toEqual([]);
    const known = await get(`/v1/provider_sessions?externalId=${encodeURIComponent(`${externalId} `)}`, {
      token,
    });
    expect(known.body).toEqual([]);
    const mine = `/v1/users/${user.userId}/provider_sessions`;
    expect((await remove(`${mine}?name=dexcom%20`, { token })).status).toBe(204);
    expect(await client.sessions(user, '')).toEqual([session]);
    expect((await remove(`${mine}?name=dexcom`, { token })).status).toBe(204);
    expect(await client.sessions(user, '')).toEqual([]);
  });

  it('is listed newest first, by account or by external id', async () => {
    const externalId = `link of ${user.userId}`;
    const other = await newAccount(server);
    const first = await client.session(user, 'dexcom', { externalId });
    const second = await client.session(user, 'abbott', { externalId });
    const third = await client.session(other, 'abbott', { externalId });
    const idsOf = async (path: string): Promise<string[]> =>
      (await get(path, { token })).body.map(({ id }: Json) => id);
    const mine = `/v1/users/${user.userId}/provider_sessions`;
    const all = '/auth/v1/provider_sessions';
    const known = `externalId=${encodeURIComponent(externalId)}`;
    expect(await idsOf(mine)).toEqual([second.id, first.id]);
    expect(await idsOf(`${mine}?name=dexcom&type=oauth`)).toEqual([first.id]);
    expect(await idsOf(`${mine}?size=1&page=1`)).toEqual([first.id]);
    expect(await idsOf(`${mine}?page=2`)).toEqual([]);
    expect(await idsOf(`${all}?userId=${user.userId}&name=abbott`)).toEqual([second.id]);
    expect(await idsOf(`${all}?${known}`)).toEqual([third.id, second.id, first.id]);
    expect(await idsOf(`${all}?${known}&userId=${other.userId}`)).toEqual([third.id]);
  });

  it.each([
    ['/v1/provider_sessions', 400],
    ['/v1/provider_sessions?name=dexcom', 400],
    ['/v1/provider_sessions?userId=', 400],
    ['/v1/provider_sessions?userId=x&userId=y', 400],
    ['/v1/provider_sessions?userId=x&other=1', 400],
    ['/v1/provider_sessions?userId=x&size=0', 400],
    ['/v1/provider_sessions?userId=x&size=1001', 400],
    ['/v1/provider_sessions?userId=x&page=-1', 400],
    ['/v1/provider_sessions?userId=x&type=saml', 400],
    ['/v1/users/x/provider_sessions?userId=x', 400],
    ['/v1/provider_sessions?userId=x', 200],
  ])('responds to GET %s with %d', async (path, status) => {
    expect((await get(path, { token })).status).toBe(status);
  });

  it('is ended alone, or with all that match', async () => {
    const sessions = ['dexcom', 'abbott', 'oura'];
    for (const name of sessions) await client.session(user, name);
    const [newest] = await client.sessions(user);
    const one = await client.endSession(newest?.id);
    expect([one.status, one.text]).toEqual([200, '']);
    expect((await client.endSession(newest?.id)).status).toBe(200);
    const some = await remove(`/v1/provider_sessions?userId=${user.userId}&name=abbott`, { token });
    expect([some.status, some.text]).toEqual([204, '']);
    expect(await client.sessions(user)).toMatchObject([{ name: 'dexcom' }]);
    expect((await remove('/v1/provider_sessions?name=dexcom', { token })).status).toBe(400);
    const rest = await remove(`/auth/v1/users/${user.userId}/provider_sessions`, { token });
    expect(rest.status).toBe(204);
    expect(await client.sessions(user)).toEqual([]);
    const states = (await client.sources(user)).map(({ state }) => state);
    expect(states).toEqual(['disconnected', 'disconnected', 'disconnected']);
  });

  it('is not found if it does not exist', async () => {
    for (const id of [nobody, 'x', 'a%20b']) {
      expect((await get(`/v1/provider_sessions/${id}`, { token })).status).toBe(404);
      expect((await put(`/v1/provider_sessions/${id}`, { token, body: {} })).status).toBe(404);
      expect((await remove(`/v1/provider_sessions/${id}`, { token })).status).toBe(200);
    }
  });

  it('is for trusted servers only', async () => {
    const { id } = await client.session(user, 'dexcom');
    const calls = (options: { token?: string; body?: unknown }) =>
      ['/v1', '/auth/v1'].flatMap((place) => [
        get(`${place}/users/${user.userId}/provider_sessions`, options),
        post(`${place}/users/${user.userId}/provider_sessions`, { ...options, body: {} }),
        remove(`${place}/users/${user.userId}/provider_sessions`, options),
        get(`${place}/provider_sessions`, options),
        post(`${place}/provider_sessions`, { ...options, body: {} }),
        remove(`${place}/provider_sessions`, options),
        get(`${place}/provider_sessions/${id}`, options),
        put(`${place}/provider_sessions/${id}`, { ...options, body: {} }),
        remove(`${place}/provider_sessions/${id}`, options),
      ]);
    for (const { status } of await Promise.all(calls({}))) expect(status).toBe(401);
    for (const { status } of await Promise.all(calls({ token: user.token }))) expect(status).toBe(403);
    expect(await client.sessions(user)).toHaveLength(1);
  });
});

describe('in the graph', () => {
  const text =
    'mutation ($input: CreateProviderSessionInput!) { createProviderSession(input: $input) { providerSession { id name externalId } } }';

  it('a session has no token', async () => {
    const input = { userId: user.userId, providerSession: newSession('dexcom', { externalId: 'ex' }) };
    const { body } = await api(server).graph(text, { token, variables: { input } });
    const { id } = body.data.createProviderSession.providerSession;
    const filter = `filter: {userId: "${user.userId}"}`;
    const listed = await api(server).graph(
      `{ providerSessions(${filter}) { edges { node { id externalId dataSource { state providerSessionId } } } } }`,
      { token },
    );
    expect(listed.body.data.providerSessions.edges).toEqual([
      { node: { id, externalId: 'ex', dataSource: { state: 'CONNECTED', providerSessionId: id } } },
    ]);
    expect(listed.text).not.toContain('access');
    const asked = await api(server).graph(`{ providerSession(id: "${id}") { oauthToken } }`, { token });
    expect(asked.body.errors[0].message).toContain('Cannot query field "oauthToken"');
    const unnarrowed = await api(server).graph('{ providerSessions(filter: {}) { edges { cursor } } }', {
      token,
    });
    expect(unnarrowed.body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });

  it('sessions are replaced and ended', async () => {
    const { id } = await client.session(user, 'dexcom', { externalId: 'ex' });
    const update = `mutation { updateProviderSession(input: {id: "${id}", replacement: {externalId: "new"}}) { providerSession { externalId } } }`;
    expect((await api(server).graph(update, { token })).body.data.updateProviderSession).toEqual({
      providerSession: { externalId: 'new' },
    });
    const end = `mutation { deleteProviderSession(input: {id: "${id}"}) { done } }`;
    expect((await api(server).graph(end, { token: user.token })).body.errors[0].extensions.code).toBe(
      'FORBIDDEN',
    );
    expect((await api(server).graph(end, { token })).body.data.deleteProviderSession).toEqual({ done: true });
    await client.session(user, 'dexcom');
    const endAll = `mutation { deleteProviderSessions(input: {filter: {userId: "${user.userId}"}}) { done } }`;
    expect((await api(server).graph(endAll, { token })).body.data.deleteProviderSessions).toEqual({
      done: true,
    });
    expect(await client.sessions(user)).toEqual([]);
  });

  it('an account cannot be connected without a restricted token', async () => {
    const ask = '{ providerAuthorization(name: "test-provider", accepted: true) { address } }';
    const connect = 'mutation { connectProvider(input: {name: "test-provider", code: "c"}) { address } }';
    for (const query of [ask, connect]) {
      for (const options of [{}, { token }, { token: user.token }]) {
        const { body } = await api(server).graph(query, options);
        expect(body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
      }
    }
  });
});
