import fc from 'fast-check';
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { newAccount } from '../../support/accounts';
import { api, tokenHeader, type Answer } from '../../support/api';
import { everything, withTypeNames } from '../../support/introspection-queries';
import { nastyDocuments } from '../../support/nasty-documents';
import { serverUnderTest } from '../../support/server';
import { closeStreams, overWebSocket } from '../../support/streams';

const server = serverUnderTest();
const { graph, post } = api(server);

const times = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');

const fullSize = async (): Promise<number> => (await graph(everything)).text.length;

afterEach(closeStreams);

function expectRefused({ status, body, text }: Answer, message: RegExp): void {
  expect({ status, code: body.errors[0].extensions.status }).toEqual({ status: 400, code: 400 });
  expect(body.errors[0].message).toMatch(message);
  expect(text).not.toMatch(/stack|node_modules|INTERNAL/);
  expect(text.length).toBeLessThan(1_000);
}

const tooLarge: [string, string, RegExp][] = [
  ['many tokens', `{ ${'a '.repeat(20_000)} }`, /more than 1000 tokens/],
  ['braces 5,000 deep', `${'{a'.repeat(5_000)}${'}'.repeat(5_000)}`, /nested deeper than 64 levels/],
  ['brackets that never close', `{ __type(name: ${'['.repeat(20_000)}`, /nested deeper than 64 levels/],
  [
    'types 5,000 deep',
    `query ($a: ${'['.repeat(5_000)}ID${']'.repeat(5_000)}) { serverTime }`,
    /nested deeper/,
  ],
  ['many directives', `{ serverTime ${'@skip(if: false) '.repeat(150)} }`, /more than 100 directives/],
  [
    'many operations',
    times(120, (index) => `query Q${index} { serverTime }`),
    /100 operations and fragments/,
  ],
  [
    'fragments that spread each other',
    `{ me { ...F0 } } ${times(80, (index) => `fragment F${index} on User { ...F${(index + 1) % 80} ...F${(index + 2) % 80} }`)}`,
    /Cannot spread fragment .{1,2}F0.{1,2} within itself via/,
  ],
];

describe('a document is refused before it is parsed', () => {
  it.each(tooLarge)('if it has %s', async (_name, query, message) => {
    expectRefused(await graph(query), message);
  });

  it.each(tooLarge)('also over server-sent events: %s', async (_name, query, message) => {
    const headers = { Accept: 'text/event-stream' };
    expectRefused(await post('/graphql/stream', { headers, body: { query } }), message);
  });

  it('also over WebSocket', async () => {
    const { token } = await newAccount(server);
    const client = overWebSocket(server, { [tokenHeader]: token });
    for (const [, query, message] of tooLarge) {
      const told: unknown = await client.ask(query).catch((error: unknown) => error);
      expect(JSON.stringify(told)).toMatch(new RegExp(message.source.replace('1000', '4000')));
    }
  });

  it('if it is long, whatever its content', async () => {
    const { token } = await newAccount(server);
    expectRefused(await graph(`{ serverTime ${'#\n'.repeat(60_000)} }`, { token }), /longer than 100000/);
    const { status } = await graph(`{ serverTime ${'#\n'.repeat(60_000)} }`);
    expect(status).toBe(413);
  });

  it('but not for the same number of tokens of a caller with a token', async () => {
    const { token } = await newAccount(server);
    const query = `{ me { ${times(300, (index) => `... on User { id createdTime } # ${index}\n`)} } }`;
    expectRefused(await graph(query), /more than 1000 tokens/);
    expect((await graph(query, { token })).status).toBe(200);
  });
});

describe('a body is refused', () => {
  const raw = (text: string) => ({ raw: text, headers: { 'Content-Type': 'application/json' } });

  it('if an anonymous caller sends much', async () => {
    const { status, body } = await post(
      '/graphql',
      raw(`{"query":"{serverTime}","a":[${'[],'.repeat(50_000)}0]}`),
    );
    expect({ status, body }).toMatchObject({ status: 413, body: { message: /larger/ } });
  });

  it('if it is nested too deep', async () => {
    const { token } = await newAccount(server);
    const nested = `{"query":"{serverTime}","variables":{"a":${'['.repeat(900_000)}${']'.repeat(900_000)}}}`;
    const { status, body } = await post('/graphql', { ...raw(nested), token });
    expect(status).toBe(400);
    expect(body.message).toMatch(/nested deeper than 64 levels/);
  });
});

describe('errors of a refused query are short', () => {
  it('whatever the number of findings', async () => {
    const { body } = await graph(`{ ${times(200, (index) => `nothing${index}`)} }`);
    expect(body.errors).toHaveLength(11);
  });

  it('whatever the length of names', async () => {
    const { token } = await newAccount(server);
    const { text } = await graph(`{ ${'a'.repeat(90_000)} }`, { token });
    expect(text.length).toBeLessThan(1_500);
  });

  it('whatever the size of variables', async () => {
    const { token } = await newAccount(server);
    const unknown = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x${index}`, 1]));
    const variables = { input: { ...unknown, email: 'a'.repeat(1_000_000) } };
    const query = 'mutation ($input: LogInInput!) { logIn(input: $input) { token } }';
    const { status, text } = await graph(query, { token, variables });
    expect(status).toBe(400);
    expect(text.length).toBeLessThan(2_000);
  });

  it('if fields conflict in many ways', async () => {
    const field = (index: number) =>
      `me { ${times(20, (inner) => `f${inner}: ${index % 2 ? 'id' : 'createdTime'}`)} }`;
    const query = `{ ${times(8, field)} }`;
    const { status, text } = await graph(query);
    expect(status).toBe(400);
    expect(text.length).toBeLessThan(20 * query.length);
  });
});

describe('the schema', () => {
  it.each([
    ['as code generators ask', everything],
    ['as it is asked by default', getIntrospectionQuery()],
    ['without descriptions', getIntrospectionQuery({ descriptions: false })],
    ['with the names of types everywhere', withTypeNames],
  ])('can be queried completely by anyone: %s', async (_name, query) => {
    const { status, body } = await graph(query);
    expect(status).toBe(200);
    const schema = buildClientSchema(body.data as IntrospectionQuery);
    expect(Object.keys(schema.getTypeMap()).length).toBeGreaterThan(300);
  });

  const fields = 'name description args { name description type { name } } type { name description }';
  it.each([
    [
      'again under other names',
      `{ ${times(3, (index) => `s${index}: __schema { types { name description fields { ${fields} } } }`)} }`,
    ],
    [
      'with all fields again',
      `{ __schema { types { ${times(4, (index) => `f${index}: fields { ${fields} }`)} } } }`,
    ],
    [
      'over and over for one type',
      `{ ${times(29, (index) => `t${index}: __type(name: "Query") { fields { ${fields} type { fields { ${fields} } } } }`)} }`,
    ],
  ])('cannot be queried %s', async (_name, query) => {
    const { status, body } = await graph(query);
    expect(status).toBe(400);
    expect(body.errors[0].message).toMatch(/more of the schema than one full introspection|1000 tokens/);
  });

  it.each(['__typename', 'name'])('counts aliases named %s', async (alias) => {
    const types = times(31, () => `${alias}: __schema { queryType { name } }`);
    const { status, body } = await graph(`{ ${types} }`);
    expect(status).toBe(400);
    expect(body.errors[0].message).toMatch(/more than 30 aliases/);
  });
});

it('no document of an anonymous caller gets a response of more than 20 times its size, beyond one introspection', async () => {
  const full = await fullSize();
  await fc.assert(
    fc.asyncProperty(nastyDocuments, async (query) => {
      const body = JSON.stringify({ query });
      const { status, text } = await post('/graphql', {
        raw: body,
        headers: { 'Content-Type': 'application/json' },
      });
      expect(status).toBeLessThan(500);
      const asksForSchema = /__schema|__type\b/.test(query);
      // A request is larger than its body: it has a request line and headers.
      const smallest = 100;
      expect(text.length).toBeLessThanOrEqual(
        20 * (body.length + smallest) + (asksForSchema ? full * 1.4 : 0),
      );
    }),
    { numRuns: 300 },
  );
});
