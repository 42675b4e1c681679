import 'reflect-metadata';
import { buildSchema, graphql, isObjectType, isInterfaceType, type GraphQLObjectType } from 'graphql';
import { deny } from 'graphql-shield';
import { nullableEdges } from '../../../src/graph/permissions/nullable-edges';
import { anyone, partOfParent } from '../../../src/graph/permissions/rules';

const types = `
  interface Named { id: ID!, name: String!, nick: String! }
  interface Known implements Named { id: ID!, name: String!, nick: String! }
  type Pet implements Named & Known { id: ID!, name: String!, nick: String! }
  type Person implements Named { id: ID!, name: String!, nick: String! }
  type Payload { person: Person!, userErrors: [String!]! }
  type Query { me: Person!, version: String!, clock: String!, late: String!, nickname: String, pet: Pet! }
  type Mutation { rename: Payload! }
  type Subscription { renamed: Payload! }
`;

const rules = {
  Query: { me: deny, version: anyone, late: deny, nickname: deny, pet: partOfParent },
  Mutation: { rename: anyone },
  Subscription: { renamed: deny },
  Pet: { name: deny },
};

const made = () => nullableEdges(buildSchema(types), rules);

/** The type of each field, by type. */
function fieldTypes(...names: string[]): Record<string, string> {
  const schema = made();
  const found = names
    .map((name) => schema.getType(name))
    .filter((type) => isObjectType(type) || isInterfaceType(type));
  return Object.fromEntries(
    found.flatMap((type) =>
      Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, String(field.type)]),
    ),
  );
}

describe('fields that may be refused', () => {
  it('are nullable, and no others', () => {
    expect(fieldTypes('Query', 'Person')).toEqual({
      'Query.me': 'Person',
      'Query.version': 'String!',
      'Query.clock': 'String!',
      'Query.late': 'String',
      'Query.nickname': 'String',
      'Query.pet': 'Pet!',
      'Person.id': 'ID!',
      'Person.name': 'String!',
      'Person.nick': 'String!',
    });
  });

  it('are all changes and what they return, but not the errors', () => {
    expect(fieldTypes('Mutation', 'Payload', 'Subscription')).toEqual({
      'Mutation.rename': 'Payload',
      'Payload.person': 'Person',
      'Payload.userErrors': '[String!]!',
      'Subscription.renamed': 'Payload!',
    });
  });

  it('are nullable in the interfaces of their type, too', () => {
    expect(fieldTypes('Named', 'Known', 'Pet')).toEqual({
      'Named.id': 'ID!',
      'Named.name': 'String',
      'Named.nick': 'String!',
      'Known.id': 'ID!',
      'Known.name': 'String',
      'Known.nick': 'String!',
      'Pet.id': 'ID!',
      'Pet.name': 'String',
      'Pet.nick': 'String!',
    });
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['undefined', undefined],
    ['a promise of null', Promise.resolve(null)],
  ])('are an error where their value is %s', async (_what, late) => {
    const { data, errors } = await graphql({
      schema: made(),
      source: '{ late version }',
      rootValue: { late, version: '1' },
    });
    expect(data).toEqual({ late: null, version: '1' });
    expect(errors?.map(({ message }) => message)).toEqual(['The field Query.late has returned null.']);
  });

  it.each<[string, unknown]>([
    ['a value', 'soon'],
    ['a promise', Promise.resolve('soon')],
  ])('keep their value if it is %s', async (_what, late) => {
    const { data } = await graphql({
      schema: made(),
      source: '{ late nickname }',
      rootValue: { late, nickname: null },
    });
    expect(data).toEqual({ late: 'soon', nickname: null });
  });

  it('keep their resolvers', async () => {
    const schema = buildSchema(types);
    const { late } = (schema.getQueryType() as GraphQLObjectType).getFields();
    if (late) late.resolve = () => 'resolved';
    const { data } = await graphql({ schema: nullableEdges(schema, rules), source: '{ late }' });
    expect(data).toEqual({ late: 'resolved' });
  });

  it('need no mutations', () => {
    const schema = buildSchema('type Query { version: String! }');
    expect(String(nullableEdges(schema, {}).getQueryType()?.getFields().version?.type)).toBe('String!');
  });
});
