import {
  buildClientSchema,
  getIntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  type GraphQLNamedType,
} from 'graphql';
import { api } from '../../support/api';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();

async function readTypes(): Promise<GraphQLNamedType[]> {
  const { status, body } = await api(server).graph(getIntrospectionQuery());
  expect(status).toBe(200);
  const types = Object.values(buildClientSchema(body.data).getTypeMap());
  return types.filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type));
}

/** Everything in the schema that has a description, by path. */
function* describedParts(type: GraphQLNamedType): Generator<[string, string | null | undefined]> {
  yield [type.name, type.description];
  if (isEnumType(type)) {
    for (const value of type.getValues()) yield [`${type.name}.${value.name}`, value.description];
  }
  if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      yield [`${type.name}.${field.name}`, field.description];
      for (const argument of field.args)
        yield [`${type.name}.${field.name}(${argument.name}:)`, argument.description];
    }
  }
  if (isInputObjectType(type)) {
    for (const field of Object.values(type.getFields()))
      yield [`${type.name}.${field.name}`, field.description];
  }
}

describe('the schema', () => {
  it('can be queried by anyone', async () => {
    const names = (await readTypes()).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['Query', 'Mutation', 'User', 'Datum', 'ContinuousGlucose']),
    );
  });

  it('describes every type, field, argument and value', async () => {
    const parts = (await readTypes()).flatMap((type) => [...describedParts(type)]);
    expect(parts.length).toBeGreaterThan(500);
    const roots = ['Query', 'Mutation', 'Subscription'];
    const silent = parts.filter(([place, text]) => !roots.includes(place) && !/\w/.test(text ?? ''));
    expect(silent.map(([place]) => place)).toEqual([]);
  });
});
