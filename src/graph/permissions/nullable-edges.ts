import {
  defaultFieldResolver,
  getNullableType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';
import { payloadTypes, userErrorsField } from '../user-errors/payloads';
import type { RuleTree } from './permission-tree';
import { anyone } from './rules';

type Resolver = GraphQLFieldResolver<unknown, unknown>;

/**
 * Lets what a caller may not see be null, with an error at its path, without taking the rest of the answer along: all
 * results of mutations, because a change that was committed must be told, the fields of these results, which are null
 * next to `userErrors`, and all fields whose rule may refuse. The resolvers still have to return a value where their types say so; that is what the stored operations of REST rely on,
 * which fail with the first error. Subscriptions stay as they are, because each has a single field.
 */
export function nullableEdges(schema: GraphQLSchema, rules: RuleTree): GraphQLSchema {
  const types = Object.values(schema.getTypeMap());
  const payloads = payloadTypes(schema);
  for (const type of types.filter(isObjectType)) {
    if (type === schema.getSubscriptionType()) continue;
    for (const field of Object.values(type.getFields())) {
      const mayBeRefused =
        type === schema.getMutationType() ||
        (payloads.has(type) && field.name !== userErrorsField) ||
        isRefusing(rules[type.name]?.[field.name]);
      if (!mayBeRefused || !isNonNullType(field.type)) continue;
      field.resolve = returningValue(`${type.name}.${field.name}`, field.resolve ?? defaultFieldResolver);
      field.type = getNullableType(field.type);
    }
  }
  for (const type of types.filter(isInterfaceType)) {
    const { objects, interfaces } = schema.getImplementations(type);
    for (const field of Object.values(type.getFields())) {
      if ([...objects, ...interfaces].some((each) => isNullable(each.getFields()[field.name])))
        field.type = getNullableType(field.type);
    }
  }
  return schema;
}

/** Whether a rule may refuse; without one, a field is a part of its parent. */
const isRefusing = (rule: unknown): boolean => rule !== undefined && rule !== anyone;

const isNullable = (field: GraphQLField<unknown, unknown> | undefined): boolean =>
  field !== undefined && !isNonNullType(field.type);

/** A resolver whose result is null only with an error: nobody should take a fault for an absent value. */
const returningValue =
  (name: string, resolve: Resolver): Resolver =>
  (parent, args: Record<string, unknown>, context, info) => {
    const value = resolve(parent, args, context, info);
    return value instanceof Promise
      ? value.then((found) => assertValue(name, found))
      : assertValue(name, value);
  };

function assertValue(name: string, value: unknown): unknown {
  if (value === null || value === undefined) throw new Error(`The field ${name} has returned null.`);
  return value;
}
