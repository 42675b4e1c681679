import { defaultFieldResolver, isObjectType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';

type Resolver = GraphQLFieldResolver<unknown, unknown>;

/**
 * An argument that is null is an argument that was not given; so is a null field of `input`. Only fields that have
 * arguments are wrapped: a page of a list has thousands that have none.
 */
export function takeNullAsAbsent(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    if (type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()).filter(({ args }) => args.length > 0)) {
      field.resolve = withoutNulls(field.resolve ?? defaultFieldResolver);
      if (field.subscribe) field.subscribe = withoutNulls(field.subscribe);
    }
  }
  return schema;
}

const withoutNulls =
  (resolve: Resolver): Resolver =>
  (parent, args: Record<string, unknown>, context, info) => {
    dropNulls(args);
    if (typeof args.input === 'object' && args.input !== null)
      dropNulls(args.input as Record<string, unknown>);
    return resolve(parent, args, context, info);
  };

function dropNulls(values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) if (value === null) delete values[name];
}
