import 'reflect-metadata';
import {
  buildSchema,
  getIntrospectionQuery,
  graphqlSync,
  parse,
  type OperationDefinitionNode,
} from 'graphql';
import { fullIntrospectionSize, introspectionSize } from '../../../src/graph/limits/introspection-size';

const schema = buildSchema(`
  "A person."
  type Person { name: String, old: String @deprecated(reason: "Use \`name\`."), friends(first: Int = 10): [Person!]! }
  type Query { me: Person }
  type Mutation { rename: Person }
`);

function size(text: string, variables: Record<string, unknown> = {}, limit?: number): number {
  const document = parse(text);
  const operation = document.definitions[0] as OperationDefinitionNode;
  return introspectionSize(schema, { document, operation, variables }, limit);
}

const resultLength = (source: string): number => JSON.stringify(graphqlSync({ schema, source }).data).length;

describe('the size of an introspection', () => {
  it('is about the length of its result', () => {
    for (const text of [
      getIntrospectionQuery(),
      '{ __schema { types { name description fields { name type { kind ofType { name } } } } } }',
      '{ __type(name: "Person") { name fields(includeDeprecated: true) { name deprecationReason isDeprecated } } }',
    ]) {
      const ratio = size(text) / resultLength(text);
      expect(ratio).toBeGreaterThan(0.7);
      expect(ratio).toBeLessThan(1.3);
    }
  });

  it('counts keys, values and items', () => {
    // The key and its punctuation, then that of the value.
    expect(size('{ __type(name: "Person") { name } }')).toBe(6 + 4 + (4 + 4) + 6);
    expect(size('{ type: __type(name: "Nobody") { name } }')).toBe(4 + 4 + 4);
    expect(size('{ __type(name: "Person") { fields { name } } }')).toBe(
      6 + 4 + (6 + 4) + 2 * (1 + 4 + 4) + 'name'.length + 'friends'.length,
    );
  });

  it('is that of the schema alone', () => {
    expect(size('{ me { name } }')).toBe(0);
    expect(size('{ __typename me { name } }')).toBe(0);
    expect(size('mutation { rename { name } }')).toBe(0);
    expect(size('subscription { renamed }')).toBe(0);
  });

  it('depends on variables', () => {
    const text =
      'query ($all: Boolean) { __type(name: "Person") { fields(includeDeprecated: $all) { name } } }';
    expect(size(text, { all: true }) - size(text, { all: false })).toBe(1 + 4 + 4 + 'old'.length);
  });

  it('is measured up to a limit', () => {
    const measured = size(getIntrospectionQuery(), {}, 100);
    expect(measured).toBeGreaterThan(100);
    expect(measured).toBeLessThan(200);
  });
});

it('a full introspection includes all that tools ask for, and the names of types', () => {
  const everything = {
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  };
  const full = fullIntrospectionSize(schema);
  expect(full).toBeGreaterThan(size(getIntrospectionQuery(everything)));
  expect(fullIntrospectionSize(schema)).toBe(full);
});
