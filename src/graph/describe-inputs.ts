import { getNamedType, isInputObjectType, isObjectType, type GraphQLSchema } from 'graphql';

/** The one argument of a mutation is described by its type; explorers show it where the argument is. */
export function describeInputs(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const argument of Object.values(type.getFields()).flatMap((field) => field.args)) {
      const argumentType = getNamedType(argument.type);
      if (isInputObjectType(argumentType)) argument.description ??= argumentType.description;
    }
  }
  return schema;
}
