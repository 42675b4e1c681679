import {
  getVariableValues,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { collectFragments, Planner, type FieldPlan } from '../platform/speed/execution/plan';

/** An operation and the variables that its sender has given. */
export interface GivenOperation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables?: Readonly<Record<string, unknown>> | null;
}

/** The fields that an operation runs, and the values of its variables. */
interface Selected {
  fields: readonly FieldPlan[];
  variables: Record<string, unknown>;
}

/**
 * The root fields of an operation: those that `@skip` and `@include` leave, through fragments. None if its variables are
 * not valid, because nothing of it runs then.
 */
export function selectedFields(
  schema: GraphQLSchema,
  { document, operation, variables: given }: GivenOperation,
): Selected {
  const rootType = schema.getRootType(operation.operation);
  const { coerced: variables } = getVariableValues(schema, operation.variableDefinitions ?? [], given ?? {});
  if (!rootType || !variables) return { fields: [], variables: {} };
  const { root } = new Planner(schema, collectFragments(document), variables).plan(rootType, operation);
  return { fields: root.fields, variables };
}
