import { getNamedType, isInputObjectType, type GraphQLInputType, type GraphQLResolveInfo } from 'graphql';
import type { MiddlewareFn } from 'type-graphql';

type Values = Record<string, unknown>;

/** The types of what an argument or a field of an input may be given, by its name. */
type Types = readonly { name: string; type: GraphQLInputType }[];

const typesOf = ({ parentType, fieldName }: GraphQLResolveInfo): Types =>
  parentType.getFields()[fieldName]?.args ?? [];

/**
 * An argument that is null is an argument that was not given, and so is a field of an input, however deep: services
 * know one way to say nothing. Values of scalars are left as they are; null means something within JSON.
 */
export const nullIsAbsent: MiddlewareFn = ({ args, info }, next) => {
  // Most fields have no arguments, and lists have thousands of them.
  if (Object.keys(args).length > 0) dropNulls(args, typesOf(info));
  return next();
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
