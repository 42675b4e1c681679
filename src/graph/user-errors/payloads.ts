import {
  getNamedType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLSchema,
  isObjectType,
  type GraphQLObjectType,
} from 'graphql';
import { newField } from '../schema-parts';
import { userErrorType, type UserError } from './user-error';

/** The name of the field in each payload. */
export const userErrorsField = 'userErrors';

/** Takes the place of the payload of a change that was refused. */
export class RefusedChange {
  constructor(readonly userErrors: readonly UserError[]) {}
}

/** The types that mutations return. */
export function payloadTypes(schema: GraphQLSchema): Set<GraphQLObjectType> {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  return new Set(mutations.map(({ type }) => getNamedType(type)).filter(isObjectType));
}

/** Adds `userErrors` to the payloads of all mutations. */
export function addUserErrors(schema: GraphQLSchema): GraphQLSchema {
  for (const payload of payloadTypes(schema)) {
    const fields = payload.getFields();
    if (fields[userErrorsField])
      throw new Error(`${payload.name} has a field ${userErrorsField} of its own.`);
    fields[userErrorsField] = newField({
      name: userErrorsField,
      description:
        'Errors that the user can fix, as data; empty if the change was made. Operations that do not select them get them as errors of the mutation.',
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(userErrorType))),
      resolve: (payload) => (payload instanceof RefusedChange ? payload.userErrors : []),
    });
  }
  const config = schema.toConfig();
  return new GraphQLSchema({ ...config, types: [...config.types, userErrorType] });
}
