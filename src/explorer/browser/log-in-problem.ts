import { ErrorResponse, ErrorTimeout } from 'oidc-client-ts';

/** Explains in one sentence why a log-in failed, from any error of the OAuth library. */
export function describeLogInProblem(error: unknown, authority: string): string {
  if (error instanceof ErrorResponse) return describeAnswer(error);
  if (!window.isSecureContext) return 'Logging in needs a secure address: one with https, or localhost.';
  // A fetch without a response rejects with a TypeError.
  if (error instanceof TypeError || error instanceof ErrorTimeout) {
    return `The log-in service at ${authority} cannot be reached. Please try again later.`;
  }
  const reason = error instanceof Error ? error.message : String(error);
  return `The log-in failed: ${reason}`;
}

function describeAnswer({ error, error_description: description }: ErrorResponse): string {
  if (error === 'access_denied') return 'The log-in was canceled.';
  return `The log-in failed: ${description ?? error ?? 'the log-in service gave no reason'}`;
}
