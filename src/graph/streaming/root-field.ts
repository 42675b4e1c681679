import {
  getArgumentValues,
  getVariableValues,
  Kind,
  type FieldNode,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import type { GuardedField } from '../../request/guarded-field';
import type { PreparedOperation } from './prepare-operation';

/** The single field of a valid subscription and its arguments, for its rule. */
export function rootField(schema: GraphQLSchema, prepared: PreparedOperation): GuardedField {
  const node = fieldNode(prepared);
  const type = schema.getSubscriptionType();
  const definition = type?.getFields()[node.name.value];
  if (!type || !definition) throw new Error(`There is no subscription ${node.name.value}.`);
  const { operation, variables } = prepared;
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  return {
    type: type.name,
    field: definition.name,
    args: getArgumentValues(definition, node, coerced),
  };
}

/** Fragments may wrap the field, but there are no other fields. */
function fieldNode({ document, operation }: PreparedOperation): FieldNode {
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const first = ({ selections }: SelectionSetNode): FieldNode => {
    const [selection] = selections;
    if (selection?.kind === Kind.FIELD) return selection;
    if (selection?.kind === Kind.INLINE_FRAGMENT) return first(selection.selectionSet);
    const fragment = fragments.find(({ name }) => name.value === selection?.name.value);
    if (!fragment) throw new Error('The subscription has no field.');
    return first(fragment.selectionSet);
  };
  return first(operation.selectionSet);
}
