import { asApiError, isPassing } from './errors';
import type { Logger } from './logging';

/** What a log says of a failure that repeats itself with each request as long as it lasts. */
function shortly(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  return [typeof code === 'string' ? code : error.name, error.message]
    .filter((part) => part !== '')
    .join(': ');
}

/**
 * Logs a failure of ours under what else is known of it. An internal error goes there whole. An outage is one line for
 * each request, without a stack: it is no fault of the program. What was wrong with a request, and what is not
 * configured, is no failure at all.
 */
export function logFailure(log: Logger, error: unknown, what: string, facts: object = {}): void {
  const failure = asApiError(error);
  const { code, cause } = failure;
  if (code === 'INTERNAL_SERVER_ERROR') log.error({ ...facts, error: cause ?? error }, what);
  if (isPassing(failure)) log.warn({ ...facts, reason: shortly(cause ?? error) }, what);
}
