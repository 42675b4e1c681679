import { getArgumentValues, type GraphQLSchema } from 'graphql';
import { badInput } from '../../platform/errors';
import type { GuardedField } from '../../request/guarded-field';
import { asGraphError } from '../executor';
import { selectedFields, type GivenOperation } from '../selected-fields';

/** The field of a subscription and its arguments, for its rule. Throws if it does not select exactly one. */
export function rootField(schema: GraphQLSchema, subscription: GivenOperation): GuardedField {
  const { fields, variables } = selectedFields(schema, subscription);
  const [field] = fields;
  if (!field || fields.length > 1)
    throw asGraphError(badInput('A subscription selects one field that is not skipped.'));
  const { definition, nodes, parentType, name } = field;
  return { type: parentType.name, field: name, args: getArgumentValues(definition, nodes[0], variables) };
}
