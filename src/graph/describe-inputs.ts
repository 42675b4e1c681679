import { getNamedType, isInputObjectType, isObjectType, type GraphQLSchema } from 'graphql';

/**
 * Describes the single argument of a mutation by the type of its input, because explorers show descriptions at
 * arguments.
 */
export function describeInputs(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const argument of Object.values(type.getFields()).flatMap((field) => field.args)) {
      const argumentType = getNamedType(argument.type);
      if (isInputObjectType(argumentType)) argument.description ??= argumentType.description;
    }
  }
  return schema;
}
