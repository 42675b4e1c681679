import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import { providerClient } from '../../../support/provider-sessions';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, graph, delete: remove } = api(server);
const hex = (digit: string) => digit.repeat(32);
const nobody = hex('f');
const zeroTime = '0001-01-01T00:00:00Z';

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

const inTime = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

describe('changing a data source', () => {
  it('sets the given values and increments the revision', async () => {
    const { id, createdTime } = await client.source(user, 'dexcom', { metadata: { a: 1 } });
    const changed = await client.updated(id, { metadata: { b: 2 }, lastImportTime: '2024-05-06T07:08:09Z' });
    expect(changed).toEqual({
      id,
      userId: user.userId,
      providerType: 'oauth',
      providerName: 'dexcom',
      state: 'disconnected',
      metadata: { b: 2 },
      lastImportTime: '2024-05-06T07:08:09.000Z',
      createdTime,
      modifiedTime: expect.stringMatching(/Z$/),
      revision: 1,
    });
    expect(await client.updated(id, {})).toEqual(changed);
    expect((await client.updated(id, { dataSetId: hex('c') })).dataSetIds).toEqual([hex('c')]);
    expect(await client.updated(id, { dataSetIds: [] })).not.toHaveProperty('dataSetIds');
  });

  it('keeps the oldest record before the newest, even if only one of them is given', async () => {
    const [early, middle, late] = ['2024-01-01', '2024-02-01', '2024-03-01'].map(
      (day) => `${day}T00:00:00.000Z`,
    );
    const { id } = await client.source(user, 'dexcom', { earliestDataTime: middle });
    const told = await client.updated(id, { latestDataTime: middle });
    const refused: [string, object][] = [
      ['value-not-valid /latestDataTime', { latestDataTime: early }],
      ['value-not-valid /earliestDataTime', { earliestDataTime: late }],
    ];
    for (const [finding, change] of refused) {
      const answer = await client.updateSource(id, { ...change, metadata: { a: 1 } });
      expect([answer.status, formatFindings(answer)]).toEqual([400, [finding]]);
    }
    expect((await get(`/v1/data_sources/${id}`, { token })).body).toEqual(told);
    const moved = { earliestDataTime: late, latestDataTime: late };
    expect(await client.updated(id, moved)).toMatchObject(moved);
    expect(await client.updated(id, { earliestDataTime: early })).toMatchObject({ latestDataTime: late });
  });

  it('requires the given revision', async () => {
    const { id } = await client.source(user, 'dexcom');
    expect((await client.updateSource(id, { metadata: { a: 1 } }, '?revision=1')).status).toBe(404);
    expect((await client.updateSource(id, { metadata: { a: 1 } }, '?revision=0')).body.revision).toBe(1);
    expect((await client.updateSource(id, { metadata: { a: 1 } }, '?revision=0')).status).toBe(404);
    for (const query of ['?revision=', '?revision=-1', '?revision=a', '?revision=1&revision=1', '?x=1'])
      expect((await client.updateSource(id, {}, query)).status).toBe(400);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => client.updateSource(id, { metadata: { a: 2 } }, '?revision=1')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });

  it('follows the state transitions', async () => {
    const session = await client.session(user, 'dexcom');
    const [source] = await client.sources(user);
    const id = source?.id;
    const failed = await client.updated(id, { state: 'error', error: { code: 'x', detail: 'broken' } });
    expect(failed).toMatchObject({
      state: 'error',
      error: { code: 'x', detail: 'broken' },
      providerSessionId: session.id,
    });
    const back = await client.updated(id, { state: 'connected', providerSessionId: session.id });
    expect(back).toMatchObject({ state: 'connected', providerSessionId: session.id });
    expect(back).not.toHaveProperty('error');
    await client.updated(id, { state: 'error', error: 'x' });
    const off = await client.updated(id, { state: 'disconnected' });
    expect(off.state).toBe('disconnected');
    expect(off).not.toHaveProperty('error');
    expect(off).not.toHaveProperty('providerSessionId');
    expect((await client.updateSource(id, { state: 'error', error: 'x' })).status).toBe(409);
  });

  it.each<[string, object, string[]]>([
    ['connected without a session', { state: 'connected' }, ['value-not-exists /providerSessionId']],
    ['a session without being connected', { providerSessionId: nobody }, ['value-exists /providerSessionId']],
    [
      'a session while disconnected',
      { providerSessionId: nobody, state: 'disconnected' },
      ['value-exists /providerSessionId'],
    ],
    [
      'a session that there is not',
      { providerSessionId: nobody, state: 'connected' },
      ['value-not-valid /providerSessionId'],
    ],
    [
      'both names of its data sets',
      { dataSetId: hex('a'), dataSetIds: [hex('b')] },
      ['value-exists /dataSetIds'],
    ],
    ['another provider', { providerName: 'abbott' }, ['not-parsed /providerName']],
    [
      'zero times',
      { earliestDataTime: zeroTime, latestDataTime: zeroTime, lastImportTime: zeroTime },
      ['value-empty /earliestDataTime', 'value-empty /latestDataTime', 'value-empty /lastImportTime'],
    ],
  ])('is refused with %s', async (_what, body, findings) => {
    const { id } = await client.source(user, 'dexcom');
    const answer = await client.updateSource(id, body);
    expect(answer.status).toBe(400);
    expect(formatFindings(answer)).toEqual(findings);
    expect((await get(`/v1/data_sources/${id}`, { token })).body.revision).toBe(0);
  });

  it('tolerates a clock that is slightly fast', async () => {
    const { id } = await client.source(user, 'dexcom');
    expect((await client.updateSource(id, { lastImportTime: inTime(500) })).status).toBe(200);
    expect((await client.updateSource(id, { lastImportTime: inTime(60_000) })).status).toBe(400);
  });

  it('links at most one source to a provider, and to a session, even concurrently', async () => {
    const session = await client.session(user, 'dexcom');
    await client.session(user, 'dexcom', { externalId: 'other' });
    const [linked] = await client.sources(user);
    await client.updated(linked?.id, { state: 'disconnected' });
    const sources = [linked, await client.source(user, 'dexcom'), await client.source(user, 'dexcom')];
    const answers = await Promise.all(
      sources.map((source) =>
        client.updateSource(source?.id, { state: 'connected', providerSessionId: session.id }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await client.sources(user, '?state=connected')).toHaveLength(1);
  });
});

describe('a provider session that is created and deleted', () => {
  it('links the newest source of its provider and unlinks the others', async () => {
    const first = await client.session(user, 'dexcom', { externalId: 'first' });
    const [old] = await client.sources(user);
    expect(old).toMatchObject({
      state: 'connected',
      providerSessionId: first.id,
      providerExternalId: 'first',
    });
    const newer = await client.source(user, 'dexcom');
    const other = await client.source(user, 'abbott');
    const second = await client.session(user, 'dexcom', { externalId: 'second' });
    const sources = await client.sources(user);
    expect(sources.map(({ id, state, providerSessionId }) => [id, state, providerSessionId])).toEqual([
      [other.id, 'disconnected', undefined],
      [newer.id, 'connected', second.id],
      [old?.id, 'disconnected', undefined],
    ]);
    await client.endSession(second.id);
    expect((await client.sources(user)).map(({ state }) => state)).toEqual(Array(3).fill('disconnected'));
  });

  it('gives a provider that pushes data a data set, and keeps it', async () => {
    const session = await client.session(user, 'twiist', { externalId: 'l' });
    const [source] = await client.sources(user);
    expect(source?.dataSetIds).toHaveLength(1);
    const { body } = await get(`/v1/data_sets/${source?.dataSetId}`, { token });
    expect(body).toMatchObject({ dataSetType: 'continuous' });
    await client.endSession(session.id);
    await client.session(user, 'twiist', { externalId: 'm' });
    expect((await client.sources(user)).map(({ dataSetIds }) => dataSetIds)).toEqual([source?.dataSetIds]);
  });

  it('is found by trusted servers', async () => {
    const session = await client.session(user, 'dexcom');
    const path = `/v1/provider_sessions/${session.id}/data_source`;
    const [source] = await client.sources(user);
    expect((await get(path, { token })).body).toEqual(source);
    expect((await get(path)).status).toBe(401);
    for (const id of [source?.id, nobody]) {
      const mutation =
        'mutation ($input: DeleteDataSourceInput!) { deleteDataSource(input: $input) { __typename } }';
      const { body } = await graph(mutation, { variables: { input: { id } } });
      expect(body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
    }
    expect((await get(path, { token: user.token })).status).toBe(403);
    await client.updated(source?.id, { state: 'disconnected' });
    expect((await get(path, { token })).status).toBe(404);
    expect((await get(`/v1/provider_sessions/${nobody}/data_source`, { token })).status).toBe(404);
  });
});

describe('deleting data sources', () => {
  it('ends their provider sessions too', async () => {
    await client.session(user, 'dexcom');
    await client.session(user, 'abbott');
    const [source] = await client.sources(user);
    for (const query of ['?revision=7', '?revision=a']) {
      const { status } = await remove(`/v1/data_sources/${source?.id}${query}`, { token });
      expect(status).toBe(query === '?revision=7' ? 404 : 400);
    }
    const one = await remove(`/v1/data_sources/${source?.id}?revision=0`, { token });
    expect([one.status, one.text]).toEqual([200, '']);
    expect((await remove(`/v1/data_sources/${source?.id}`, { token })).status).toBe(404);
    expect(await client.sessions(user)).toMatchObject([{ name: 'dexcom' }]);
    const all = await remove(`/v1/users/${user.userId}/data_sources`, { token });
    expect([all.status, all.text]).toEqual([204, '']);
    expect(await client.sources(user)).toEqual([]);
    expect(await client.sessions(user)).toEqual([]);
    expect((await remove(`/v1/users/${user.userId}/data_sources`, { token })).status).toBe(204);
  });
});
