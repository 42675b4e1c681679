import type { S3Client } from '@aws-sdk/client-s3';

/** The object store has not responded in time, or has refused. Counts as an outage. */
export class StoreOutageError extends Error {
  readonly code = 'STORE_OUTAGE';
}

interface Facts {
  name?: unknown;
  code?: unknown;
  $metadata?: { httpStatusCode?: number };
}

/** Whether an operation timed out. The client uses the same name for broken connections. */
function isLate(error: unknown): boolean {
  const { name, code } = (error ?? {}) as Facts;
  return name === 'TimeoutError' && (code === undefined || code === 'ETIMEDOUT');
}

/**
 * Whether the store did not do what it was asked for: it has too many requests, fails itself, or refuses the
 * credentials, has no such bucket, or no longer knows the upload. Our requests are right, so all of this may be over
 * later. Only a missing object is an answer.
 */
function isRefusal(error: unknown): boolean {
  const { name, $metadata } = (error ?? {}) as Facts;
  return (
    name !== 'NoSuchKey' && ($metadata?.httpStatusCode !== undefined || name === 'CredentialsProviderError')
  );
}

/**
 * Whether the store refuses a request because its time is wrong. The client has then learned the difference between the
 * clocks, but repeats only if it is large: not after a wrong clock was corrected.
 */
const isMistimed = (error: unknown): boolean =>
  error instanceof Error && error.name === 'RequestTimeTooSkewed';

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Makes a client report outages as such. Timeouts are reported at once: the client would otherwise retry, and one
 * wait is enough. Broken connections, refusals, and requests with a wrong time are retried first.
 */
export function reportOutages({ middlewareStack }: S3Client): void {
  middlewareStack.add(
    (next) => (request) =>
      next(request).catch((error: unknown) => {
        // Without the cause, which the client would consider retryable.
        throw isLate(error) ? new StoreOutageError(errorMessage(error)) : error;
      }),
    { step: 'deserialize', name: 'reportLateness', priority: 'low' },
  );
  middlewareStack.add(
    (next) => (request) =>
      next(request).catch((error: unknown) => {
        throw isMistimed(error) ? Object.assign(error as Error, { $retryable: {} }) : error;
      }),
    { step: 'deserialize', name: 'retryMistimed', priority: 'high' },
  );
  middlewareStack.add(
    (next) => (request) =>
      next(request).catch((error: unknown) => {
        throw isRefusal(error) ? new StoreOutageError(errorMessage(error), { cause: error }) : error;
      }),
    { step: 'initialize', name: 'reportRefusals', priority: 'high' },
  );
}
