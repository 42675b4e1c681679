import 'reflect-metadata';
import { buildSchema, parse, type GraphQLObjectType, type OperationDefinitionNode } from 'graphql';
import type { Config } from '../../../src/platform/config';
import { asksForCost, costReport } from '../../../src/graph/limits/cost-report';

const schema = buildSchema(`
  interface Pet { name: String }
  type Cat implements Pet { name: String, lives: Int }
  type Dog implements Pet { name: String, tricks: [String] }
  union Animal = Cat | Dog
  type Edge { node: Pet }
  type Pets { edges: [Edge] }
  type Person {
    name: String, score: Int, report(days: Int! = 1): Person
    friends: [[Person]], best: Person, pets(first: Int, last: Int): Pets, animal: Animal, tags: [String]
  }
  type Query { me: Person }
`);

type Arguments = Record<string, number>;

function declare(type: string, field: string, complexity: unknown): void {
  const definition = (schema.getType(type) as GraphQLObjectType).getFields()[field];
  if (definition) definition.extensions = { complexity };
}

declare('Person', 'score', 5);
declare('Person', 'best', 3);
declare('Person', 'report', ({ args }: { args: Arguments }) => 10 * (args.days ?? 0));
declare('Person', 'pets', ({ args }: { args: Arguments }) => 100 * (args.first ?? args.last ?? 7));

const config = { GRAPH_MAX_COST: 1_000 } as Config;

function actual(text: string, data: unknown, variables?: Record<string, unknown> | null) {
  const document = parse(text);
  const operation = document.definitions[0] as OperationDefinitionNode;
  const asked = { document, operation, variables: variables as never, cost: 1, quotas: [] };
  return costReport(schema, config, asked, data).actual;
}

const me = (person: unknown) => ({ me: person });
const pets = (...nodes: object[]) => ({ pets: { edges: nodes.map((node) => ({ node })) } });

describe('the cost of an answer', () => {
  it.each<[string, string, unknown, number]>([
    ['no data', '{ me { name } }', null, 0],
    ['a field that is null', '{ me { name } }', me(null), 1],
    ['each field', '{ me { name tags } }', me({ name: 'Ada', tags: ['a', 'b'] }), 3],
    [
      'what a field declares',
      '{ me { score best { name } } }',
      me({ score: 1, best: { name: 'B' } }),
      1 + 5 + 3 + 1,
    ],
    ['a declared cost of a field that is null', '{ me { report { name } } }', me({ report: null }), 11],
    ['arguments', '{ me { report(days: 3) { name } } }', me({ report: { name: 'A' } }), 32],
    [
      'each item of lists',
      '{ me { friends { name } } }',
      me({ friends: [[{ name: 'B' }], [{ name: null }]] }),
      4,
    ],
    ['items that are null', '{ me { friends { name } } }', me({ friends: [null, [null]] }), 2],
    [
      'the items of a page, not its size',
      '{ me { pets(first: 50) { edges { node { name } } } } }',
      me(pets({ name: 'Rex' }, { name: 'Tom' })),
      1 + 200 + 1 + 2 * 2,
    ],
    ['an empty last page', '{ me { pets(last: 50) { edges { node { name } } } } }', me(pets()), 2],
    [
      'a page whose items are not read',
      '{ me { pets(last: 2) { __typename } } }',
      me({ pets: { __typename: 'Pets' } }),
      202,
    ],
    [
      'type names',
      '{ __typename me { __typename } }',
      { __typename: 'Query', ...me({ __typename: 'Person' }) },
      3,
    ],
    ['aliases', '{ me { a: name b: name } }', me({ a: 'Ada', b: 'Ada' }), 3],
    ['the same field once', '{ me { name } me { name score } }', me({ name: 'Ada', score: 1 }), 7],
    ['a skipped field', '{ me { name @skip(if: true) } }', me({}), 1],
    ['conditions without a type', '{ me { ... @include(if: true) { score } } }', me({ score: 1 }), 6],
    [
      'fields of the type that is there',
      '{ me { animal { ... on Cat { lives } ... on Dog { tricks } } } }',
      me({ animal: { lives: 9 } }),
      3,
    ],
    [
      'named fragments on a type',
      '{ me { ...Mine } } fragment Mine on Person { pets(first: 1) { edges { node { ...Lives } } } } fragment Lives on Cat { lives }',
      me(pets({ lives: 9 })),
      1 + 100 + 1 + 1 + 1,
    ],
  ])('counts %s', (_what, text, data, cost) => {
    expect(actual(text, data)).toBe(cost);
  });

  it('depends on variables and their defaults', () => {
    const text = 'query ($days: Int! = 4) { me { report(days: $days) { name } } }';
    const data = me({ report: null });
    expect(actual(text, data, { days: 2 })).toBe(21);
    expect(actual(text, data)).toBe(41);
    expect(actual(text, data, null)).toBe(41);
  });
});

describe('the report on an operation', () => {
  const [document] = [parse('{ me { name } }')];
  const operation = document.definitions[0] as OperationDefinitionNode;
  const quota = (remaining: number, fullIn: number) => ({
    bucket: { name: 'account', capacity: 100, seconds: 60 },
    remaining,
    fullIn,
  });
  const report = (quotas: ReturnType<typeof quota>[]) =>
    costReport(schema, config, { document, operation, cost: 12, quotas }, me(null));

  it('tells the limit that is nearest', () => {
    const expected = { requested: 12, actual: 1, limit: 1_000, remaining: 5, resetAfter: 3 };
    expect(report([quota(50, 9_000), quota(5, 2_001), quota(70, 1_000)])).toEqual(expected);
    expect(report([quota(5, 2_001), quota(50, 9_000)])).toEqual(expected);
  });

  it('has no remainder without a limit in time', () => {
    expect(report([])).toEqual({ requested: 12, actual: 1, limit: 1_000, remaining: null, resetAfter: null });
  });

  it('is for those who ask', () => {
    expect(asksForCost({ extensions: { cost: true } })).toBe(true);
    for (const extensions of [undefined, null, {}, { cost: 'true' }, { cost: 1 }])
      expect(asksForCost({ extensions })).toBe(false);
  });
});
