import { getNamedType, isInputObjectType, isObjectType, type GraphQLSchema } from 'graphql';

/**
 * Adds the descriptions that resolvers do not give: those of the root types, and those of arguments, which explorers
 * show, taken from the types of their inputs.
 */
export function addDescriptions(schema: GraphQLSchema): GraphQLSchema {
  describeRoots(schema);
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const argument of Object.values(type.getFields()).flatMap((field) => field.args)) {
      const argumentType = getNamedType(argument.type);
      if (isInputObjectType(argumentType)) argument.description ??= argumentType.description;
    }
  }
  return schema;
}

function describeRoots(schema: GraphQLSchema): void {
  const roots = [
    [schema.getQueryType(), 'What can be read. A field that the caller may not see is null, with an error.'],
    [schema.getMutationType(), 'What can be changed. Fields of one operation run one after the other.'],
    [schema.getSubscriptionType(), 'What can be watched, over WebSocket or server-sent events.'],
  ] as const;
  for (const [type, description] of roots) if (type) type.description ??= description;
}
