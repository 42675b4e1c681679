import {
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { ApiError } from '../../platform/errors';
import { payloadTypes, RefusedChange, userErrorsField } from './payloads';
import { isMendable, toUserErrors } from './user-error';

/**
 * Lets mutations answer errors that the user can fix as data, if the operation selects `userErrors`; otherwise as an error,
 * so that no client loses one that it does not know of. The permission rules stand within: what they refuse for want
 * of a permission stays an error in any case.
 */
export function answerUserErrors(schema: GraphQLSchema): GraphQLSchema {
  for (const mutation of Object.values(schema.getMutationType()?.getFields() ?? {}))
    catchUserErrors(mutation);
  for (const payload of payloadTypes(schema)) letBeRefused(payload);
  return schema;
}

function catchUserErrors(mutation: GraphQLField<unknown, unknown>): void {
  const { resolve } = mutation;
  if (!resolve) throw new Error(`The mutation ${mutation.name} has no resolver.`);
  mutation.resolve = async (parent, args: object, context, info) => {
    try {
      return await resolve(parent, args, context, info);
    } catch (error) {
      if (error instanceof ApiError && isMendable(error) && selectsUserErrors(info))
        return new RefusedChange(toUserErrors(error, mutation, (args as { input?: object }).input));
      throw error;
    }
  };
}

/** Nothing of the payload is there if the change was refused: neither rules nor resolvers are asked. */
function letBeRefused(payload: GraphQLObjectType): void {
  payload.isTypeOf = undefined;
  for (const field of Object.values(payload.getFields())) {
    const { name, resolve } = field;
    if (!resolve || name === userErrorsField) continue;
    field.resolve = (parent, args: object, context, info): unknown =>
      parent instanceof RefusedChange ? null : resolve(parent, args, context, info);
  }
}

/** Whether the operation selects `userErrors` of the mutation, through fragments and conditions. */
function selectsUserErrors({ fieldNodes, fragments, variableValues }: GraphQLResolveInfo): boolean {
  const isIncluded = (node: SelectionNode): boolean =>
    getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.if !== false;
  const isIn = (set: SelectionSetNode | undefined): boolean =>
    set !== undefined &&
    set.selections.some((node) => {
      if (!isIncluded(node)) return false;
      if (node.kind === Kind.FIELD) return node.name.value === userErrorsField;
      return isIn(
        node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments[node.name.value]?.selectionSet,
      );
    });
  return fieldNodes.some(({ selectionSet }) => isIn(selectionSet));
}
