import {
  defaultFieldResolver,
  getNamedType,
  isInputObjectType,
  isObjectType,
  type GraphQLFieldResolver,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';

type Values = Record<string, unknown>;

type Resolver = GraphQLFieldResolver<unknown, unknown>;

/** The types of what an argument or a field of an input may be given, by its name. */
type Types = readonly { name: string; type: GraphQLInputType }[];

/**
 * An argument that is null is an argument that was not given, and so is a field of an input, however deep: services
 * know one way to say nothing. Values of scalars are left as they are; null means something within JSON. Only fields
 * that have arguments are wrapped: a page of a list has thousands that have none.
 */
export function takeNullAsAbsent(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    if (type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()).filter(({ args }) => args.length > 0)) {
      field.resolve = withoutNulls(field.args, field.resolve ?? defaultFieldResolver);
      if (field.subscribe) field.subscribe = withoutNulls(field.args, field.subscribe);
    }
  }
  return schema;
}

const withoutNulls =
  (types: Types, resolve: Resolver): Resolver =>
  (parent, args: Values, context, info) => {
    dropNulls(args, types);
    return resolve(parent, args, context, info);
  };

function dropNulls(values: Values, types: Types): void {
  for (const { name, type } of types) {
    if (values[name] === null) delete values[name];
    const named = getNamedType(type);
    if (!isInputObjectType(named)) continue;
    for (const value of [values[name]].flat()) {
      if (typeof value === 'object' && value !== null)
        dropNulls(value as Values, Object.values(named.getFields()));
    }
  }
}
