import { GraphQLError, type ExecutionResult, type FormattedExecutionResult } from 'graphql';
import type { RequestContext } from '../../request/request-context';
import { formatError, logInternalErrors } from '../format-error';

/** Formats a result for the response. Internal errors are logged. */
export function formatResult(
  { data, errors }: ExecutionResult,
  { log }: Pick<RequestContext, 'log'>,
): FormattedExecutionResult {
  if (!errors || errors.length === 0) return { data };
  logInternalErrors(errors, log);
  return { errors: errors.map((error) => formatError(error.toJSON(), error)), data };
}

/** The result for a thrown error. */
export const failedResult = (
  error: unknown,
  context: Pick<RequestContext, 'log'>,
): FormattedExecutionResult => formatResult({ data: null, errors: [asGraphQLError(error)] }, context);

const asGraphQLError = (error: unknown): GraphQLError =>
  error instanceof GraphQLError
    ? error
    : new GraphQLError('The operation failed.', {
        originalError: error instanceof Error ? error : new Error(String(error)),
      });
