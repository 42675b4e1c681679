import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import { providerClient } from '../../../support/provider-sessions';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post } = api(server);
const hex = (digit: string) => digit.repeat(32);
const nobody = hex('f');

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

describe('creating a data source', () => {
  it('requires a provider and starts disconnected', async () => {
    const { status, body } = await client.createSource(user, {
      providerType: 'oauth',
      providerName: 'dexcom',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      userId: user.userId,
      providerType: 'oauth',
      providerName: 'dexcom',
      state: 'disconnected',
      createdTime: expect.stringMatching(/\.\d{3}Z$/),
      revision: 0,
    });
  });

  it('accepts all other properties', async () => {
    const facts = {
      providerExternalId: 'ex',
      metadata: { a: 1 },
      dataSetIds: [hex('a'), hex('b')],
      earliestDataTime: '2024-01-01T00:00:00.000Z',
      latestDataTime: '2024-01-02T00:00:00.000Z',
      lastImportTime: '2024-01-03T00:00:00.000Z',
      state: 'disconnected',
    };
    const source = await client.source(user, 'dexcom', facts);
    expect(source).toMatchObject({ ...facts, dataSetId: hex('a') });
    expect((await get(`/v1/data_sources/${source.id}`, { token })).body).toEqual(source);
  });

  it('accepts a single data set under its own name', async () => {
    const source = await client.source(user, 'dexcom', { dataSetId: hex('a') });
    expect([source.dataSetId, source.dataSetIds]).toEqual([hex('a'), [hex('a')]]);
  });

  it('is connected with a session that has no source', async () => {
    const session = await client.session(user, 'dexcom');
    const [first] = await client.sources(user);
    await client.updated(first?.id, { state: 'disconnected' });
    const source = await client.source(user, 'dexcom', {
      providerSessionId: session.id,
      state: 'error',
      error: 'no',
    });
    expect(source).toMatchObject({ state: 'error', error: 'no', providerSessionId: session.id });
  });

  it('is refused with a session of another account, another provider, or an unknown one', async () => {
    const other = await client.session(await newAccount(server), 'dexcom');
    const session = await client.session(user, 'abbott');
    for (const providerSessionId of [other.id, session.id, nobody]) {
      const answer = await client.createSource(user, {
        providerType: 'oauth',
        providerName: 'dexcom',
        providerSessionId,
      });
      expect(answer.status).toBe(400);
      expect(formatFindings(answer)).toEqual(['value-not-valid /providerSessionId']);
    }
  });

  it.each<[string, object, string[]]>([
    [
      'no provider',
      { providerType: undefined, providerName: null },
      ['value-not-exists /providerType', 'value-not-exists /providerName'],
    ],
    ['another type', { providerType: 'saml' }, ['value-not-allowed /providerType']],
    ['an empty name', { providerName: '' }, ['value-empty /providerName']],
    ['a long name', { providerName: 'x'.repeat(101) }, ['length-out-of-range /providerName']],
    ['a state without a session', { state: 'connected' }, ['value-not-allowed /state']],
    ['a state that there is not', { state: 'pending' }, ['value-not-allowed /state']],
    ['an ill-formed session', { providerSessionId: 'X' }, ['value-not-valid /providerSessionId']],
    [
      'both names of its data sets',
      { dataSetId: hex('a'), dataSetIds: [hex('a')] },
      ['value-exists /dataSetIds'],
    ],
    ['repeated data sets', { dataSetIds: [hex('a'), hex('a')] }, ['value-duplicate /dataSetIds/1']],
    ['an ill-formed data set', { dataSetIds: ['x'] }, ['value-not-valid /dataSetIds/0']],
    ['data of the future', { latestDataTime: '2999-01-01T00:00:00Z' }, ['value-not-before /latestDataTime']],
    [
      'times in the wrong order',
      { earliestDataTime: '2024-01-02T00:00:00Z', latestDataTime: '2024-01-01T00:00:00Z' },
      ['value-not-after /latestDataTime'],
    ],
    ['large metadata', { metadata: { a: 'x'.repeat(4096) } }, ['size-out-of-range /metadata']],
    ['empty metadata', { metadata: {} }, ['value-empty /metadata']],
    ['an invalid error', { error: 5 }, ['value-not-valid /error']],
    ['an error that says nothing', { error: {} }, ['value-not-valid /error']],
    ['an error without texts', { error: [{ detail: 'x' }, { code: 5 }] }, ['value-not-valid /error']],
    [
      'what the server says itself',
      { revision: 1, createdTime: 'x' },
      ['not-parsed /revision', 'not-parsed /createdTime'],
    ],
  ])('is refused with %s', async (_what, fields, findings) => {
    const body = { providerType: 'oauth', providerName: 'dexcom', ...fields };
    const answer = await client.createSource(user, body);
    expect(answer.status).toBe(400);
    expect(formatFindings(answer)).toEqual(findings);
    expect(await client.sources(user)).toEqual([]);
  });

  it('refuses bodies that are not objects', async () => {
    for (const raw of ['', 'null', '[]', '"x"', '{']) {
      const answer = await post(`/v1/users/${user.userId}/data_sources`, { token, raw });
      expect(answer.status).toBe(400);
      expect(answer.body.errors.length).toBeGreaterThan(0);
    }
  });

  it('requires an account', async () => {
    const missing = { userId: '00000000-0000-4000-8000-000000000000' };
    const body = { providerType: 'oauth', providerName: 'dexcom' };
    expect((await client.createSource(missing, body)).status).toBe(404);
  });
});

describe('listing data sources', () => {
  it('shows them newest first, with filters', async () => {
    const first = await client.source(user, 'dexcom', { providerExternalId: 'one' });
    const second = await client.source(user, 'abbott');
    await client.session(user, 'oura');
    const [third] = await client.sources(user);
    const idsOf = async (query: string) => (await client.sources(user, query)).map(({ id }) => id);
    expect(await idsOf('')).toEqual([third?.id, second.id, first.id]);
    expect(await idsOf('?providerName=abbott&providerType=oauth')).toEqual([second.id]);
    expect(await idsOf('?providerExternalId=one')).toEqual([first.id]);
    expect(await idsOf('?state=connected')).toEqual([third?.id]);
    expect(await idsOf('?size=1&page=1')).toEqual([second.id]);
    expect(await idsOf('?page=9')).toEqual([]);
  });

  it('distinguishes names that differ in a trailing space', async () => {
    await client.source(user, 'dexcom', { providerExternalId: 'one' });
    const { id } = await client.source(user, 'dexcom', { providerExternalId: 'one ' });
    expect(await client.sources(user, '?providerName=dexcom')).toHaveLength(2);
    expect(await client.sources(user, '?providerName=dexcom%20')).toEqual([]);
    expect(await client.sources(user, '?providerExternalId=one%20')).toMatchObject([{ id }]);
  });

  it.each([
    '?state=pending',
    '?state=',
    '?providerType=x',
    '?providerName=',
    '?x=1',
    '?page=0&page=1',
    '?size=0',
    '?page=a',
  ])('refuses %s', async (query) => {
    expect((await get(`/v1/users/${user.userId}/data_sources${query}`, { token })).status).toBe(400);
  });

  it('is empty for unknown accounts', async () => {
    expect(await client.sources({ userId: 'x' })).toEqual([]);
  });
});
