import { ApiError } from '../../platform/errors';

/** Why an order could not be processed, in words for the clinic. The cause of an internal error is only logged. */
export const failureReason = (error: unknown): string =>
  error instanceof ApiError && error.status < 500
    ? error.message
    : 'The order could not be processed. The order itself is not the cause.';
