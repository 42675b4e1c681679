import {
  GraphQLString,
  TypeNameMetaFieldDef,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import { badInput } from '../platform/errors';
import type { Repeatable } from '../request/repeatable';
import type { RequestContext } from '../request/request-context';
import { newArgument } from './schema-parts';
import { selectedFields, type GivenOperation } from './selected-fields';

/** The argument of repeatable mutations. */
const keyArgument = 'idempotencyKey';

const keyDescription =
  'A name for the request, up to 255 characters, for clients that cannot send the header `Idempotency-Key`. For a week, repeating the mutation with the same key returns what the first one created; a different input with the same key is refused.';

interface Arguments {
  input?: unknown;
  idempotencyKey?: string;
}

/** How a mutation is repeated; undefined if it cannot be, so that it refuses keys. */
export const findRepetition = ({ extensions }: GraphQLField<unknown, unknown>): Repeatable | undefined =>
  extensions.repeatable as Repeatable | undefined;

/** Adds the argument for the key to every repeatable mutation. */
export function addKeyArguments(schema: GraphQLSchema): GraphQLSchema {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  for (const field of mutations.filter((each) => findRepetition(each) !== undefined)) {
    const added = newArgument({ name: keyArgument, description: keyDescription, type: GraphQLString });
    (field.args as GraphQLArgument[]).push(added);
  }
  return schema;
}

/** Runs a mutation, once for all requests with the same key. `change` gets the arguments without the key. */
export async function runOnce(
  { [keyArgument]: key, ...args }: Arguments,
  context: RequestContext,
  { parentType, fieldName }: Pick<GraphQLResolveInfo, 'parentType' | 'fieldName'>,
  change: (args: Omit<Arguments, typeof keyArgument>) => unknown,
): Promise<unknown> {
  context.beginMutation(key);
  const field = parentType.getFields()[fieldName];
  const again = field && findRepetition(field)?.again;
  if (!again || (key ?? context.requestKey) === undefined) return change(args);
  const { callerId: userId, sender, services } = context;
  const request = { sender, userId, purpose: fieldName, body: () => args };
  const outcome = await services.idempotency.createOnce(request, async () => change(args));
  if ('answer' in outcome) return outcome.answer;
  // The rule of the mutation may have loaded what another request has changed since.
  context.forgetLoaded();
  return again(context, outcome.created, args.input as never);
}

/** A key was sent with a mutation that cannot promise to run only once. */
export const keyNotTaken = (fields: readonly string[]) =>
  badInput(
    `An Idempotency-Key cannot keep ${fields.join(' and ')} from being carried out twice. Send the request without it.`,
  );

/**
 * The mutations of an operation that cannot be repeated. A request with a key is refused for them before anything has
 * run, so that nobody relies on a key that is ignored.
 */
export function mutationsWithoutKey(schema: GraphQLSchema, mutation: GivenOperation): string[] {
  const { fields } = selectedFields(schema, mutation);
  const refusing = fields.filter(
    ({ definition }) => definition !== TypeNameMetaFieldDef && !findRepetition(definition),
  );
  return [...new Set(refusing.map(({ name }) => name))];
}
