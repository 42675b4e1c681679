import { getNamedType, isNonNullType, isObjectType } from 'graphql';
import { graphParts } from '../../../src/surfaces';
import { buildPublicSchema } from '../../../src/graph/schema';

const schema = buildPublicSchema(graphParts);
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

it.each(mutations.map((mutation) => [mutation.name, mutation] as const))(
  '%s says in its result what a person can mend, and nothing else has to be there then',
  (_name, { type }) => {
    const payload = getNamedType(type);
    if (!isObjectType(payload)) throw new Error('The result of a mutation is no object.');
    const { userErrors, ...others } = payload.getFields();
    expect(String(userErrors?.type)).toBe('[UserError!]!');
    expect(Object.values(others).filter((field) => isNonNullType(field.type))).toEqual([]);
    expect(isNonNullType(type)).toBe(false);
  },
);
