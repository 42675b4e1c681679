import 'reflect-metadata';
import { buildSchema, defaultFieldResolver, parse, type GraphQLObjectType } from 'graphql';
import { assertAffordable, type Operation } from '../../../src/graph/limits/cost';
import { fullIntrospectionSize } from '../../../src/graph/limits/introspection-size';
import { refusals } from '../../../src/platform/telemetry/measures';

const schema = buildSchema(`
  type Person { name: String, friends: [Person!]!, parts: [Person], others: [Person], tags: [String] }
  type Query { me: Person, page(first: Int!): Person }
`);
const fields = (type: string) => (schema.getType(type) as GraphQLObjectType).getFields();
for (const [type, name, resolve] of [
  ['Person', 'friends', () => []],
  ['Person', 'tags', () => []],
  ['Person', 'others', defaultFieldResolver],
] as const) {
  const field = fields(type)[name];
  if (field) field.resolve = resolve;
}
const { page } = fields('Query');
if (page)
  page.extensions = {
    complexity: ({ args, childComplexity }: { args: { first: number }; childComplexity: number }) =>
      args.first * childComplexity,
  };

interface Settings {
  GRAPH_MAX_COST?: number;
  GRAPH_SUGGESTIONS?: boolean;
}

function cost(text: string, variables?: Record<string, unknown>, settings: Settings = {}): number {
  const document = parse(text);
  const operation = document.definitions[0] as Operation['operation'];
  const config = { GRAPH_MAX_COST: 1_000, GRAPH_SUGGESTIONS: true, ...settings };
  return assertAffordable(schema, config, { document, operation, variables });
}

/** How often a limit has refused something. */
async function refused(limit: string): Promise<number> {
  const { values } = await refusals.get();
  return values.find(({ labels }) => labels.limit === limit)?.value ?? 0;
}

describe('the cost of an operation', () => {
  it.each([
    ['fields', '{ me { name } }', 2],
    ['what a field declares', '{ page(first: 20) { name tags } }', 40],
    ['ten items for a list without pages', '{ me { friends { name } } }', 1 + 1 + 10],
    ['a list that its parent holds as one field', '{ me { parts { name } others { name } } }', 1 + 2 + 2],
    ['a list of plain values as one field', '{ me { tags } }', 2],
    ['an introspection as one of each field', '{ __schema { types { name fields { name } } } }', 5],
  ])('counts %s', (_what, text, expected) => {
    expect(cost(text)).toBe(expected);
  });

  it('may be what the limit says, and no more', async () => {
    const before = await refused('cost');
    expect(cost('{ page(first: 1000) { name } }')).toBe(1_000);
    expect(() => cost('{ page(first: 1001) { name } }')).toThrow(
      'The query would cost 1001, more than the 1000 allowed.',
    );
    expect(await refused('cost')).toBe(before + 1);
  });

  it('depends on variables', () => {
    const text = 'query ($first: Int!) { page(first: $first) { name } }';
    expect([1, 30, 1].map((first) => cost(text, { first }))).toEqual([1, 30, 1]);
    expect(() => cost(text)).toThrow('Variable "$first" of required type "Int!" was not provided.');
    expect(() => cost(text, { first: 'a'.repeat(2_000) })).toThrow(/Variable "\$first" got invalid value/);
    expect(() => cost(text, { first: { in: 1 } })).toThrow(/Variable "\$first" got invalid value/);
  });

  it('cannot be told of a variable that is null where the argument may not be', () => {
    const text = 'query ($first: Int = 5) { page(first: $first) { name } }';
    expect(cost(text)).toBe(5);
    const refusal = {
      message: expect.stringMatching(/must not be null/),
      extensions: expect.objectContaining({ code: 'BAD_USER_INPUT' }),
    };
    expect(() => cost(text, { first: null })).toThrow(expect.objectContaining(refusal));
  });

  it('is known for the same document and few variables', () => {
    const document = parse('query ($first: Int!) { page(first: $first) { name } }');
    const operation = document.definitions[0] as Operation['operation'];
    const config = { GRAPH_MAX_COST: 1_000, GRAPH_SUGGESTIONS: true };
    const costs = Array.from({ length: 120 }, (_, index) =>
      assertAffordable(schema, config, { document, operation, variables: { first: index % 60 } }),
    );
    expect(costs).toEqual(Array.from({ length: 120 }, (_, index) => index % 60));
  });

  it('says nothing of the schema to those who guess, unless it may', () => {
    const input = buildSchema('input Filter { name: String } type Query { find(by: Filter!): String }');
    const document = parse('query ($by: Filter!) { find(by: $by) }');
    const operation = document.definitions[0] as Operation['operation'];
    const guess = (GRAPH_SUGGESTIONS: boolean) => () =>
      assertAffordable(
        input,
        { GRAPH_MAX_COST: 10, GRAPH_SUGGESTIONS },
        { document, operation, variables: { by: { nam: 'A' } } },
      );
    expect(guess(true)).toThrow(/Did you mean "name"/);
    expect(guess(false)).toThrow(/^(?!.*Did you mean)/);
  });
});

describe('introspection', () => {
  const all = '__schema { types { name fields { name type { name } } } }';
  const many = (count: number) =>
    `query ($isAsked: Boolean! = true) { ${Array.from({ length: count }, (_, index) => `a${index}: ${all}`).join(' ')} }`;
  const short = (count: number) =>
    `query ($isAsked: Boolean! = true) { ${Array.from({ length: count }, (_, index) => `a${index}: __schema @include(if: $isAsked) { ...S }`).join(' ')} }
     fragment S on __Schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } }`;

  it('may be long where its document is, too', () => {
    expect(cost(many(1))).toBeGreaterThan(1);
  });

  it('is refused beyond a full one', async () => {
    expect(fullIntrospectionSize(schema)).toBeGreaterThan(1_000);
    const before = await refused('introspection');
    const settings = { GRAPH_MAX_COST: 100_000 };
    expect(() => cost(short(60), undefined, settings)).toThrow(
      /more of the schema than one full introspection/,
    );
    expect(await refused('introspection')).toBe(before + 1);
    expect(cost(short(60), { isAsked: false }, settings)).toBe(0);
  });
});
