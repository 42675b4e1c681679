import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { ApiError } from '../platform/errors';
import { logFailure } from '../platform/failure-log';
import type { Logger } from '../platform/logging';
import { causeBehind, toApiError } from './executor';
import { notListed } from './limits/allow-list';

/** Codes of errors found before execution; all of them are about the caller's input. */
const requestErrors = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'BAD_USER_INPUT',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_REQUEST',
]);

/** Errors repeat the input, sometimes several times. */
const longestMessage = 1_000;
const mostLocations = 5;

/** The message of validation when it exceeds its step limit. */
const abortedMessage = 'Validation aborted.';
const tooIntricate =
  'The document repeats the same fields or fragments too often to be validated. Send a smaller one.';

const shortened = (message: string): string =>
  message.length > longestMessage ? `${message.slice(0, longestMessage)} …` : message;

/** Apollo wraps what is wrong with a document, and gives it the code of the phase even if it has one. */
function getCode({ extensions }: GraphQLFormattedError, error: unknown): string {
  const wrapped = error instanceof GraphQLError ? error.originalError : undefined;
  return String((wrapped instanceof GraphQLError && wrapped.extensions.code) || extensions?.code);
}

/** Of a request that Apollo refuses: 405 for a mutation with GET. A document that it does not know is asked for with 200. */
function getStatus(error: unknown): number {
  const http = error instanceof GraphQLError ? error.extensions.http : undefined;
  return Math.max(400, (http as { status?: number } | undefined)?.status ?? 400);
}

/** An error as returned to callers of the graph: code, status and findings, without internal causes. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const code = getCode(formatted, error);
  const locations = formatted.locations?.slice(0, mostLocations);
  const isOurs = error instanceof GraphQLError && causeBehind(error) !== undefined;
  if (code === notListed)
    return { message: formatted.message, locations, path: formatted.path, extensions: { code, status: 403 } };
  if (requestErrors.has(code) && !isOurs) {
    const { path } = formatted;
    const message = formatted.message === abortedMessage ? tooIntricate : shortened(formatted.message);
    return { message, locations, path, extensions: { code, status: getStatus(error) } };
  }
  const apiError =
    error instanceof GraphQLError
      ? toApiError(error)
      : new ApiError('INTERNAL_SERVER_ERROR', 'Something went wrong on our side.');
  return {
    message: shortened(apiError.message),
    locations,
    path: formatted.path,
    extensions: {
      code: apiError.code,
      status: apiError.status,
      ...(apiError.findings.length > 0 && { errors: apiError.findings }),
      ...(apiError.retryAfter !== undefined && { retryAfter: apiError.retryAfter }),
    },
  };
}

/** Logs internal errors with their cause, under the request id that the caller sees. */
export function logInternalErrors(errors: readonly GraphQLError[], log: Logger): void {
  for (const error of errors) logFailure(log, toApiError(error), 'a field failed');
}
