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

/** The types of arguments or input fields, by name. */
type Types = readonly { name: string; type: GraphQLInputType }[];

/**
 * Treats null arguments and null input fields at any depth as absent: services know only one way of absence. Scalar
 * values stay unchanged, because null has a meaning inside JSON. Only fields with arguments are wrapped: a page of a
 * list has thousands without.
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
