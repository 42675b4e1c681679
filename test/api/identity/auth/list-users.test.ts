import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, graph } = api(server);
const dayInMilliseconds = 24 * 3_600_000;
const dayFromNow = (days: number) =>
  new Date(Date.now() + days * dayInMilliseconds).toISOString().slice(0, 10);
const idsOf = (users: Json[]): string[] => users.map(({ userid }) => userid);

let one: TestAccount;
let other: TestAccount;
let clinician: TestAccount;
let token: string;

beforeAll(async () => {
  one = await newAccount(server);
  other = await newAccount(server);
  clinician = await newAccount(server, { roles: ['clinician'] });
  token = await newServerToken(server);
});

const list = (query: string) => get(`/auth/users${query}`, { token });

describe('listing accounts', () => {
  it('finds ids in order and skips unknown ones', async () => {
    const { status, body } = await list(`?id=${other.userId},0000000000,${one.userId.toUpperCase()}`);
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual([other.userId, one.userId]);
    expect(body[1]).toEqual((await get(`/auth/user/${one.userId}`, { token })).body);
    expect((await list('?id=0000000000')).body).toEqual([]);
  });

  it('finds a role', async () => {
    const found = idsOf((await list('?role=clinician')).body);
    expect(found).toContain(clinician.userId);
    expect(found).not.toContain(one.userId);
  });

  it('finds accounts created between two days, newest first', async () => {
    const range = `createdFrom=${dayFromNow(-1)}&createdTo=${dayFromNow(1)}`;
    const { body } = await list(`?role=patient&${range}`);
    expect(idsOf(body)).toEqual(expect.arrayContaining([one.userId, other.userId]));
    const times = body.map(({ createdTime }: Json) => createdTime);
    expect(times).toEqual([...times].sort().reverse());
    const early = idsOf((await list(`?role=patient&createdTo=${dayFromNow(0)}`)).body);
    expect(early).not.toContain(one.userId);
    const late = idsOf((await list(`?role=patient&createdFrom=${dayFromNow(1)}`)).body);
    expect(late).not.toContain(one.userId);
  });

  it.each([
    ['', 'A query must be specified'],
    ['?role=king', 'The role specified is invalid'],
    ['?role=king&id=x', 'The role specified is invalid'],
    ['?role=', 'The role specified is invalid'],
    ['?role=patient&id=x', 'Only one query parameter is allowed'],
    ['?role=patient&createdFrom=yesterday', 'Invalid query parameter: createdFrom'],
    ['?role=patient&createdFrom=2024-02-30', 'Invalid query parameter: createdFrom'],
    ['?role=patient&createdTo=2024-05-06T00:00:00Z', 'Invalid query parameter: createdTo'],
    ['?email=x', 'Unknown query parameter'],
    ['?createdFrom=2024-05-06', 'Unknown query parameter'],
  ])('refuses %s', async (query, reason) => {
    const { status, body } = await list(query);
    expect([status, body.reason]).toEqual([400, reason]);
  });

  it('is for servers only, and reveals nothing else to others', async () => {
    expect((await get('/auth/users')).status).toBe(401);
    expect((await get('/auth/users', { token: one.token })).status).toBe(401);
    expect((await get(`/auth/users?id=${one.userId}`, { token: one.token })).status).toBe(401);
  });
});

describe('the accounts in the graph', () => {
  const query = `query ($ids: [ID!], $role: AccountRole, $createdFrom: DateTime, $first: Int, $after: String) {
    users(ids: $ids, role: $role, createdFrom: $createdFrom, first: $first, after: $after) {
      edges { node { id emails roles passwordExists } }
      pageInfo { hasNextPage endCursor }
    }
  }`;
  const codeOf = ({ body }: { body: Json }): string => body.errors[0].extensions.code;

  it('are found by id, page by page', async () => {
    const variables: Json = { ids: [other.userId, '0000000000', one.userId], first: 1 };
    const { users } = (await graph(query, { token, variables })).body.data;
    expect(users.edges).toEqual([
      { node: { id: other.userId, emails: [other.email], roles: ['PATIENT'], passwordExists: true } },
    ]);
    expect(users.pageInfo.hasNextPage).toBe(true);
    const next = await graph(query, { token, variables: { ...variables, after: users.pageInfo.endCursor } });
    expect(next.body.data.users.edges.map(({ node }: Json) => node.id)).toEqual([one.userId]);
  });

  it('are found by role', async () => {
    const found = async (variables: Json): Promise<Json[]> =>
      (await graph(query, { token, variables })).body.data.users.edges;
    const clinicians = await found({ role: 'CLINICIAN', first: 100 });
    expect(clinicians.map(({ node }) => node.id)).toContain(clinician.userId);
    const createdFrom = `${dayFromNow(1)}T00:00:00Z`;
    expect(await found({ role: 'CLINICIAN', createdFrom })).toEqual([]);
  });

  it('are queried by ids or by a role, by servers only', async () => {
    const ids = [one.userId];
    expect(codeOf(await graph(query, { token, variables: {} }))).toBe('BAD_USER_INPUT');
    expect(codeOf(await graph(query, { token, variables: { ids, role: 'PATIENT' } }))).toBe('BAD_USER_INPUT');
    const many = Array<string>(1_001)
      .fill('')
      .map((_empty, index) => `x${index}`);
    expect(codeOf(await graph(query, { token, variables: { ids: many } }))).toBe('BAD_USER_INPUT');
    expect(codeOf(await graph(query, { token: one.token, variables: { ids } }))).toBe('FORBIDDEN');
    expect(codeOf(await graph(query, { variables: { ids } }))).toBe('UNAUTHENTICATED');
  });
});
