import { isInputObjectType, type GraphQLSchema } from 'graphql';

/** The extension of input types of which exactly one field is sent. */
export const oneOf = 'oneOf';

/** Marks the input types with the extension as `@oneOf`, which resolvers cannot declare. */
export function markOneOf(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()).filter(isInputObjectType))
    if (type.extensions[oneOf]) type.isOneOf = true;
  return schema;
}
