import { newAccount } from '../../support/accounts';
import { api, type Answer } from '../../support/api';
import { withTypeNames } from '../../support/introspection-queries';
import { startOwnApp, type OwnApp } from '../../support/own-app';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { graph } = api(server);

const times = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');

const messagesOf = ({ body }: Answer): string =>
  (body.errors ?? []).map(({ message }: { message: string }) => message).join('\n');

interface Border {
  what: string;
  most: number;
  /** A document with a number of them. */
  make: (count: number) => string;
  refusal: RegExp;
  isOfSomebody?: boolean;
}

const borders: Border[] = [
  {
    what: 'tokens of a stranger',
    most: 1_000,
    make: (count) => `{ ${times(count - 2, () => 'serverTime')} }`,
    refusal: /more than 1000 tokens/,
  },
  {
    what: 'levels of brackets',
    most: 64,
    make: (count) => `{ __type(name: ${'['.repeat(count - 2)}${']'.repeat(count - 2)}) { name } }`,
    refusal: /nested deeper than 64 levels/,
  },
  {
    what: 'operations and fragments',
    most: 100,
    make: (count) => `{ ...F1 } ${times(count - 1, (index) => `fragment F${index} on Query { serverTime }`)}`,
    refusal: /more than 100 operations and fragments/,
  },
  {
    what: 'directives',
    most: 100,
    make: (count) => `{ ${times(count, () => 'serverTime @skip(if: false)')} }`,
    refusal: /more than 100 directives/,
  },
  {
    what: 'characters',
    most: 100_000,
    make: (count) => '{ serverTime }'.padEnd(count),
    refusal: /longer than 100000 characters/,
    isOfSomebody: true,
  },
];

describe('a document may be as large as its limit and no larger:', () => {
  it.each(borders)('$most $what', async ({ most, make, refusal, isOfSomebody }) => {
    const { token } = isOfSomebody ? await newAccount(server) : {};
    expect(messagesOf(await graph(make(most), { token }))).not.toMatch(refusal);
    const beyond = await graph(make(most + 1), { token });
    expect({ status: beyond.status, data: beyond.body.data }).toEqual({ status: 400, data: undefined });
    expect(messagesOf(beyond)).toMatch(refusal);
  });

  it('closed levels do not count', async () => {
    const query = `{ ${times(70, () => '... { serverTime }')} }`;
    expect((await graph(query)).body).toEqual({ data: { serverTime: expect.any(String) } });
  });
});

it('a query may cost as much as the limit and no more', async () => {
  const own = await startOwnApp({ GRAPH_MAX_COST: '3' });
  try {
    const cheap = await api(own.server).graph(`{ ${times(3, (index) => `a${index}: serverTime`)} }`);
    expect(cheap.status).toBe(200);
    const costly = await api(own.server).graph(`{ ${times(4, (index) => `a${index}: serverTime`)} }`);
    expect(costly.status).toBe(400);
    expect(messagesOf(costly)).toMatch(/would cost 4, more than the 3 allowed/);
  } finally {
    await own.close();
  }
});

describe('the cost of a query', () => {
  let own: OwnApp;
  beforeAll(async () => {
    own = await startOwnApp({ GRAPH_MAX_COST: '1' });
  });
  afterAll(() => own.close());

  const costOf = async (query: string): Promise<number> => {
    const [, cost] = /would cost (\d+),/.exec(messagesOf(await api(own.server).graph(query))) ?? [];
    return Number(cost);
  };

  it.each([
    ['each field', '{ me { id createdTime } }', 3],
    ['a list without pages as ten times its item', '{ me { sharedByOthers { owner { id } } } }', 22],
    ['a list of plain values once', '{ me { emails } }', 2],
    ['lists of the schema once', '{ __schema { types { name fields { name } } } }', 5],
  ])('counts %s', async (_what, query, cost) => {
    await expect(costOf(query)).resolves.toBe(cost);
  });

  it('multiplies the items of a page by its size', async () => {
    const page = (fields: string) => `{ me { data(first: 3) { edges { ${fields} } } } }`;
    const more = (await costOf(page('cursor node { id }'))) - (await costOf(page('node { id }')));
    expect(more).toBe(3);
  });
});

it('a query of the whole schema may ask for a little more', async () => {
  const more = withTypeNames.replace('__schema {', 'user: __type(name: "User") { description } __schema {');
  const { status, body } = await graph(more);
  expect({ status, user: body.data?.user.description }).toEqual({ status: 200, user: expect.any(String) });
});
