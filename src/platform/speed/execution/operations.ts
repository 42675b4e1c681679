import {
  getVariableValues,
  GraphQLError,
  Kind,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { cacheCounts } from '../../telemetry/measures';
import { currentSpan } from '../../telemetry/tracing';
import { Execution } from './execution';
import type { InSlices } from './in-slices';
import { collectFragments, conditionVariables, Planner, type OperationPlan } from './plan';

/** A validated document, the name of the operation to execute, and its inputs. */
export interface OperationRequest {
  document: DocumentNode;
  /** Required if the document has several. */
  operationName?: string | null;
  variables?: Readonly<Record<string, unknown>> | null;
  /** The parent of root fields without a resolver. */
  rootValue?: unknown;
  context: unknown;
  /** Called before each resolver. What it throws becomes the error of the field. */
  assertWanted?: () => void;
  /** Aborted when the operation ends before its answer is complete; its reason is the error of what is missing. */
  signal?: AbortSignal;
  /** Completes long lists so that others get their turn in between. */
  inSlices?: InSlices;
}

/** Maximum number of errors about variables. */
const mostFindings = 50;

/** Plans of an operation that are kept: those of four conditions, which are true or false. */
const mostPlans = 16;

type Variables = Readonly<Record<string, unknown>>;

/** What is known of an operation. */
interface KnownOperation {
  /** The variables on which its plan depends. */
  conditions: readonly string[];
  /** Its plans by the values of those. */
  plans: Map<string, OperationPlan>;
}

/**
 * Executes operations on a schema with the same results and errors as `execute` of `graphql`, but faster: the
 * selection of an operation is computed once instead of for each object.
 */
export class Operations {
  private readonly known = new WeakMap<OperationDefinitionNode, KnownOperation>();

  constructor(private readonly schema: GraphQLSchema) {}

  /** Never rejects because of the operation or its variables: the result contains errors then. */
  async execute(request: OperationRequest): Promise<ExecutionResult> {
    const operation = findOperation(request);
    if (operation instanceof GraphQLError) return { errors: [operation] };
    const { schema } = this;
    const { errors, coerced } = getVariableValues(
      schema,
      operation.variableDefinitions ?? [],
      request.variables ?? {},
      { maxErrors: mostFindings },
    );
    if (errors) return { errors };
    const { rootValue, context, assertWanted, signal, inSlices } = request;
    const variables = coerced;
    try {
      const plan = this.getPlan(operation, request.document, variables);
      const isTraced = currentSpan() !== undefined;
      const parts = {
        schema,
        operation,
        plan,
        variables,
        rootValue,
        context,
        assertWanted,
        signal,
        inSlices,
        isTraced,
      };
      return await new Execution(parts).run();
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error], data: null };
      throw error;
    }
  }

  /** Throws when variables that the plan depends on are missing. */
  private getPlan(
    operation: OperationDefinitionNode,
    document: DocumentNode,
    variables: Variables,
  ): OperationPlan {
    const { conditions, plans } = this.getKnown(operation, document);
    const key = conditions.length === 0 ? '' : conditions.map((name) => String(variables[name])).join();
    const known = plans.get(key);
    cacheCounts.plans.lookups += 1;
    if (known) return known;
    cacheCounts.plans.misses += 1;
    const rootType = this.schema.getRootType(operation.operation);
    if (!rootType) throw new GraphQLError(`The schema has no ${operation.operation}.`, { nodes: operation });
    // Objects that outlive the request must not hold any of its data.
    const planner = new Planner(this.schema, collectFragments(document), only(variables, conditions));
    const plan = planner.plan(rootType, operation);
    if (plans.size < mostPlans) plans.set(key, plan);
    return plan;
  }

  private getKnown(operation: OperationDefinitionNode, document: DocumentNode): KnownOperation {
    let known = this.known.get(operation);
    if (!known) {
      known = { conditions: conditionVariables(document), plans: new Map() };
      this.known.set(operation, known);
    }
    return known;
  }
}

/** Some of the variables. One that is not given stays so, which is not the same as undefined. */
const only = (variables: Variables, names: readonly string[]): Variables =>
  Object.fromEntries(names.filter((name) => name in variables).map((name) => [name, variables[name]]));

function findOperation({
  document,
  operationName,
}: OperationRequest): OperationDefinitionNode | GraphQLError {
  const operations = document.definitions.filter(
    (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const [first, second] = operations;
  if (operationName === undefined || operationName === null) {
    if (!first) return new GraphQLError('Must provide an operation.');
    if (!second) return first;
    return new GraphQLError('Must provide operation name if query contains multiple operations.');
  }
  const named = operations.find(({ name }) => name?.value === operationName);
  return named ?? new GraphQLError(`Unknown operation named "${operationName}".`);
}
