import {
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { asApiError, badInput, type ApiError } from '../platform/errors';
import type { GuardedField } from '../request/guarded-field';
import type { RequestContext } from '../request/request-context';
import { malformedTextIn } from '../platform/rules/well-formed';
import { traced } from '../platform/telemetry/tracing';
import type { OperationLimits } from '../platform/workload/bounded-operation';
import { Operations, type OperationRequest } from '../platform/speed/execution/operations';
import { observeOperation } from './observe-operation';
import { authorize } from './permissions/authorize';
import type { OperationInfo } from '../request/operation-name';
import type { RuleTree } from './permissions/permission-tree';
import { keyNotTaken, mutationsWithoutKey, findRepetition } from './repeating';
import type { ServedGraph } from './schema';
import type { GivenOperation } from './selected-fields';

/** An operation of a caller. */
interface RequestedOperation extends OperationRequest {
  context: RequestContext;
  /** What it was admitted for. */
  cost?: number;
}

/**
 * The one door. Everything in REST goes through here: a stored operation on the same schema and under the same rules
 * as the graph, or, for bulk data, the rule of one field and then the method behind it.
 */
export class GraphExecutor {
  readonly schema: GraphQLSchema;
  private readonly rules: RuleTree;
  private readonly operations: Operations;

  private readonly limits: OperationLimits;
  private readonly isListed: boolean;

  /**
   * @param limits those of each query, and of each result of a subscription
   * @param isListed whether callers can only run operations that the operator has listed
   */
  constructor(
    { schema, rules }: ServedGraph,
    { limits, isListed = false }: { limits: OperationLimits; isListed?: boolean },
  ) {
    this.schema = schema;
    this.rules = rules;
    this.limits = limits;
    this.isListed = isListed;
    this.operations = new Operations(schema);
  }

  /** Runs a validated operation. Failures are in the errors of the result. */
  execute(request: RequestedOperation): Promise<ExecutionResult> {
    return this.perform(request, this.isListed);
  }

  private async perform(request: RequestedOperation, isKnown: boolean): Promise<ExecutionResult> {
    const problem = malformedTextIn(request.variables);
    if (problem) return { errors: [asGraphError(problem)] };
    const { document, operationName, context, cost } = request;
    const operation = getOperationAST(document, operationName);
    const execute = () => this.executeChecked(operation, request);
    return operation
      ? observeOperation({ operation, context, isKnown, cost, codeOf: readCode }, execute)
      : execute();
  }

  private async executeChecked(
    operation: OperationDefinitionNode | null | undefined,
    request: RequestedOperation,
  ): Promise<ExecutionResult> {
    const { context, document, variables } = request;
    if (operation?.operation === OperationTypeNode.MUTATION) {
      const refused = this.mutationsRefusingKey(context, { document, operation, variables });
      if (refused.length > 0) return { errors: [asGraphError(keyNotTaken(refused))] };
      context.carryThrough();
    }
    const assertWanted = () => context.assertWanted();
    const inSlices: RequestContext['inSlices'] = (work) => context.inSlices(work);
    const run = (signal?: AbortSignal) =>
      this.operations.execute({ ...request, assertWanted, signal, inSlices });
    return operation?.operation === OperationTypeNode.MUTATION ? run() : context.bounded(this.limits, run);
  }

  /** Runs an operation that was validated at start-up. Throws the first error as an `ApiError`. */
  async run<Data, Variables extends object>(
    operation: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    context: RequestContext,
  ): Promise<Data> {
    const request = { document: operation, variables: variables as Record<string, unknown>, context };
    const result = await this.perform(request, true);
    const [error] = result.errors ?? [];
    if (error) throw toApiError(error);
    return result.data as Data;
  }

  /** Checks the rule of a field. Throws when access is denied. `operation` is what the access log names. */
  async authorize(field: GuardedField, context: RequestContext, operation?: OperationInfo): Promise<void> {
    if (field.type === 'Mutation') context.carryThrough();
    await authorize(this.rules, field, context, operation);
  }

  /** Checks the rule of a field, and only then runs `call`. This is the only way around `run`. */
  async bulk<Result>(
    field: GuardedField,
    context: RequestContext,
    call: () => Result,
  ): Promise<Awaited<Result>> {
    context.noteOperation(`${field.type}.${field.field}`);
    const work = async (): Promise<Awaited<Result>> => {
      await this.authorize(field, context);
      this.assertTakesKey(field, context);
      return field.type === 'Mutation' ? context.changing(call) : await call();
    };
    return traced(() => ({ name: `${field.type}.${field.field}` }), work);
  }

  private mutationsRefusingKey({ requestKey }: RequestContext, mutation: GivenOperation): string[] {
    return requestKey === undefined ? [] : mutationsWithoutKey(this.schema, mutation);
  }

  /** Refuses a key where no service behind the method recognizes repetitions. */
  private assertTakesKey({ type, field }: GuardedField, { requestKey }: RequestContext): void {
    if (type !== 'Mutation' || requestKey === undefined) return;
    const mutation = this.schema.getMutationType()?.getFields()[field];
    const repetition = mutation && findRepetition(mutation);
    if (!repetition || repetition.again) throw keyNotTaken([field]);
  }
}

const readCode = (error: GraphQLError): string => toApiError(error).code;

/** A refusal before anything has run. */
export const asGraphError = (error: ApiError): GraphQLError =>
  new GraphQLError(error.message, {
    originalError: error,
    extensions: { code: error.code, http: { status: error.status } },
  });

/** Converts the error of a field to ours; an error of GraphQL itself is about the caller's input. */
export function toApiError(error: GraphQLError): ApiError {
  const cause = causeBehind(error);
  return cause ? asApiError(cause) : badInput(error.message);
}

/** What was thrown by a resolver, a rule or a scalar; undefined for an error of GraphQL itself, however often wrapped. */
export function causeBehind({ originalError }: GraphQLError): Error | undefined {
  const cause = originalError && unwrap(originalError);
  return cause instanceof GraphQLError ? undefined : cause;
}

/** Coercing variables wraps the error thrown by a scalar. */
function unwrap(error: Error): Error {
  const inner = (error as { originalError?: Error }).originalError;
  return inner ? unwrap(inner) : error;
}
