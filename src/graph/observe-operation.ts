import type { ExecutionResult, GraphQLError, OperationDefinitionNode } from 'graphql';
import { operationDurations, operationErrors } from '../platform/telemetry/measures';
import { markFailed, traced } from '../platform/telemetry/tracing';
import type { RequestContext } from '../request/request-context';

/** An operation about to run. */
export interface ObservedOperation {
  operation: OperationDefinitionNode;
  context: RequestContext;
  /** Whether its name is one of a bounded number: a stored operation, or one of the allow list. */
  isKnown: boolean;
  /** What it was admitted for; undefined for stored operations, which need no admission. */
  cost?: number;
  /** The code of an error that a caller sees. */
  codeOf: (error: GraphQLError) => string;
}

const anonymous = 'anonymous';

/** Runs an operation, and reports it to the metrics, to the traces and to the log line of its request. */
export function observeOperation(
  { operation, context, isKnown, cost, codeOf }: ObservedOperation,
  execute: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const { operation: type } = operation;
  const name = operation.name?.value ?? anonymous;
  context.noteOperation(name);
  const describe = () => ({
    name: `${type} ${name}`,
    attributes: {
      'graphql.operation.type': type,
      'graphql.operation.name': name,
      ...(cost !== undefined && { 'glycograph.cost': cost }),
    },
  });
  return traced(describe, async (span) => {
    const begun = performance.now();
    const result = await execute();
    const labels = { type, operation: isKnown ? name : 'other' };
    operationDurations.observe(labels, (performance.now() - begun) / 1000);
    const [error] = result.errors ?? [];
    if (error) {
      const code = codeOf(error);
      operationErrors.inc({ ...labels, code });
      if (span) markFailed(span, code);
    }
    return result;
  });
}
