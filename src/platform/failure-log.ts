import { asApiError, isPassing } from './errors';
import type { Logger } from './logging';

/** A short text for a failure that repeats with each request. */
function shortly(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  return [typeof code === 'string' ? code : error.name, error.message]
    .filter((part) => part !== '')
    .join(': ');
}

/**
 * Logs a failure of the service with its context. An internal error is logged in full. An outage is one line per
 * request, without a stack, because it is not a bug. Invalid requests and missing configuration are not failures.
 */
export function logFailure(log: Logger, error: unknown, what: string, facts: object = {}): void {
  const failure = asApiError(error);
  const { code, cause } = failure;
  if (code === 'INTERNAL_SERVER_ERROR') log.error({ ...facts, error: cause ?? error }, what);
  if (isPassing(failure)) log.warn({ ...facts, reason: shortly(cause ?? error) }, what);
}
