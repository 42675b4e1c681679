import {
  defaultFieldResolver,
  getNamedType,
  isCompositeType,
  isObjectType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import { deny, shield, type IRules } from 'graphql-shield';
import { forbidden } from '../../platform/errors';
import type { RequestContext } from '../../request/request-context';
import { runOnce } from '../repeating';
import { userErrorsField } from '../user-errors/payloads';
import { operationName } from '../../request/operation-name';
import type { RuleTree } from './permission-tree';
import { partOfParent } from './rules';

/** Runs around a resolver; what it does not give to `resolve` stays as it is. */
type Middleware = (
  resolve: (parent?: unknown, args?: object, context?: RequestContext, info?: GraphQLResolveInfo) => unknown,
  parent: unknown,
  args: object,
  context: RequestContext,
  info: GraphQLResolveInfo,
) => unknown;

/** What graphql-shield makes of a rule; that of several rules is an object. */
type GeneratedMiddleware = Middleware | { resolve: Middleware };

type Field = GraphQLField<unknown, RequestContext, object>;

function isRoot(schema: GraphQLSchema, type: GraphQLObjectType): boolean {
  return [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].includes(type);
}

/** Errors of a change are a part of its result. */
const leadsToObject = ({ name, type }: Field | GraphQLField<unknown, unknown>): boolean =>
  name !== userErrorsField && isCompositeType(getNamedType(type));

/**
 * Whether a field needs a rule: all root fields, all edges to objects, and every field with its own rule. A plain
 * value without a rule is part of its parent; wrapping each of them would make long lists slow.
 */
function isGuarded(schema: GraphQLSchema, tree: RuleTree, type: GraphQLObjectType, field: Field): boolean {
  const rule = tree[type.name]?.[field.name];
  if (isRoot(schema, type)) return true;
  return rule === undefined ? leadsToObject(field) : rule !== partOfParent;
}

/** Allowed changes are logged together with their writes, and carried out once for each idempotency key. */
const recorded: Middleware = (resolve, parent, args, context, info) => {
  const change = (rest: object): unknown => resolve(parent, rest, context, info);
  return context.changing(() => runOnce(args, context, info, change), operationName(info));
};

/** Adds the permission rules to the fields of a schema. Whatever no rule allows is denied. */
export function guardSchema(schema: GraphQLSchema, tree: RuleTree): GraphQLSchema {
  const guard = shield(tree as IRules, {
    fallbackRule: deny,
    fallbackError: () => forbidden(),
    // A rule that fails (instead of denying) is our error, not a refusal.
    debug: true,
  });
  const middleware = guard.generate(schema) as unknown as Record<string, Record<string, GeneratedMiddleware>>;
  for (const field of listFields(schema.getMutationType())) wrap(field, recorded);
  const guards = new Map<Field, Middleware>();
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType))
    for (const field of listFields(type)) {
      const made = middleware[type.name]?.[field.name];
      if (made && isGuarded(schema, tree, type, field))
        guards.set(field, typeof made === 'function' ? made : made.resolve);
    }
  for (const [field, guard] of guards) wrap(field, guard);
  return guardSubscriptions(schema, guards);
}

const listFields = (type: GraphQLNamedType | null | undefined): Field[] =>
  isObjectType(type) ? Object.values(type.getFields() as Record<string, Field>) : [];

/**
 * Puts a middleware around the resolver of a field, in place: `applyMiddleware` of graphql-middleware copies the whole
 * schema each time.
 */
function wrap(field: Field, middleware: Middleware): void {
  const { resolve = defaultFieldResolver } = field;
  field.resolve = (parent, args, context, info) =>
    middleware(
      (...[givenParent = parent, givenArgs = args, givenContext = context, givenInfo = info]) =>
        resolve(givenParent, givenArgs, givenContext, givenInfo),
      parent,
      args,
      context,
      info,
    );
}

/**
 * The middleware wraps only the conversion of events to results; this adds the same rule to the start of a
 * subscription.
 */
function guardSubscriptions(schema: GraphQLSchema, guards: ReadonlyMap<Field, Middleware>): GraphQLSchema {
  for (const field of listFields(schema.getSubscriptionType())) {
    const { subscribe } = field;
    const guard = guards.get(field);
    if (!subscribe || !guard) throw new Error(`${field.name} cannot be guarded.`);
    field.subscribe = (parent, args, context, info) =>
      guard(() => subscribe(parent, args, context, info), parent, args, context, info);
  }
  return schema;
}

/** Fields that lead to an object and have no rule. A schema with such fields is not served. */
export function unguardedEdges(schema: GraphQLSchema, tree: RuleTree): string[] {
  const objects = Object.values(schema.getTypeMap()).filter(isObjectType);
  return objects
    .filter((type) => !type.name.startsWith('__'))
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => leadsToObject(field) || isRoot(schema, type))
        .filter((field) => tree[type.name]?.[field.name] === undefined)
        .map((field) => `${type.name}.${field.name}`),
    );
}
