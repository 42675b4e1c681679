import {
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { asApiError, badInput, forbidden, unauthenticated, type ApiError } from '../errors';
import type { RequestContext } from '../request/request-context';
import { malformedTextIn } from '../rules/well-formed';
import { Operations, type OperationRequest } from './execution/operations';
import type { Rule } from './permissions/rules';
import { permissionTree } from './permissions/permission-tree';

/** A field of the graph, and what its rule is asked with. */
export interface GuardedField {
  type: string;
  field: string;
  parent?: object;
  args?: object;
}

/**
 * The one door. Everything that REST does goes through here: a stored operation on the same schema and under the same
 * rules as the graph, or, for bulk, the rule of one field and then the method behind it.
 */
export class GraphExecutor {
  private readonly rules: Record<string, Record<string, unknown> | undefined>;
  private readonly operations: Operations;

  constructor(readonly schema: GraphQLSchema) {
    this.operations = new Operations(schema);
    this.rules = permissionTree() as Record<string, Record<string, unknown> | undefined>;
  }

  /** Runs a validated operation. What fails is among the errors of the answer. */
  async execute(request: OperationRequest & { context: RequestContext }): Promise<ExecutionResult> {
    const problem = malformedTextIn(request.variables);
    if (problem) return { errors: [asGraphError(problem)] };
    const { context, document, operationName } = request;
    const operation = getOperationAST(document, operationName);
    if (operation?.operation === OperationTypeNode.MUTATION) context.carryThrough();
    return this.operations.execute({ ...request, assertWanted: () => context.assertWanted() });
  }

  /** Runs an operation that was validated at start-up. Throws the first error as an `ApiError`. */
  async run<Data, Variables extends object>(
    operation: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    context: RequestContext,
  ): Promise<Data> {
    const result = await this.execute({
      document: operation,
      variables: variables as Record<string, unknown>,
      context,
    });
    const [error] = result.errors ?? [];
    if (error) throw toApiError(error);
    return result.data as Data;
  }

  /** Asks the rule of a field. Throws when it refuses. */
  async authorize(
    { type, field, parent = {}, args = {} }: GuardedField,
    context: RequestContext,
  ): Promise<void> {
    if (type === 'Mutation') context.carryThrough();
    const rule = this.rules[type]?.[field] as Rule | undefined;
    if (!rule) throw new Error(`The field ${type}.${field} has no permission rule.`);
    const info = { fieldName: field, parentType: { name: type } };
    const verdict = await rule.resolve(parent, args, context, info, { debug: true });
    if (verdict instanceof Error) throw verdict;
    if (verdict !== true) throw context.caller.kind === 'anonymous' ? unauthenticated() : forbidden();
  }

  /** Asks the rule of a field, and only then runs `call`. There is no other way around `run`. */
  async bulk<Result>(
    field: GuardedField,
    context: RequestContext,
    call: () => Result,
  ): Promise<Awaited<Result>> {
    await this.authorize(field, context);
    return field.type === 'Mutation' ? context.changing(call) : await call();
  }
}

/** A refusal before anything has run. */
export const asGraphError = (error: ApiError): GraphQLError =>
  new GraphQLError(error.message, {
    originalError: error,
    extensions: { code: error.code, http: { status: error.status } },
  });

/** The error of a field as ours; an error of GraphQL itself is about what the caller sent. */
export function toApiError(error: GraphQLError): ApiError {
  const cause = error.originalError && unwrap(error.originalError);
  return cause && !(cause instanceof GraphQLError) ? asApiError(cause) : badInput(error.message);
}

/** Coercing variables wraps the error that a scalar threw. */
function unwrap(error: Error): Error {
  const inner = (error as { originalError?: Error }).originalError;
  return inner ? unwrap(inner) : error;
}
