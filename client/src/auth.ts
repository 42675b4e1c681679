import { ConnectionError } from './errors.js';

/** Header fields of a request. */
export type HeaderFields = Readonly<Record<string, string>>;

/** Says who calls. The log-ins of this package implement it; others may, too. */
export interface Auth {
  /** Header fields that identify the caller; none if nobody is logged in. Renews a token that is about to expire. */
  headers(): Promise<HeaderFields>;
  /**
   * Called when the service has refused these header fields. Returns true if `headers` has others now, so that the
   * request is sent once more. Rejects if this cannot be found out for now.
   */
  refused(headers: HeaderFields): Promise<boolean>;
}

/** A token that is never renewed, for scripts and tests. */
export const fixedToken = (token: string, header = 'X-Service-Session-Token'): Auth => ({
  headers: () => Promise.resolve({ [header]: token }),
  refused: () => Promise.resolve(false),
});

/** Lets requests that need the same renewal wait for one. */
export function singleFlight<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => (running ??= work().finally(() => (running = undefined)));
}

/** Passes over failures of the network. */
export function unlessUnreachable(error: unknown): void {
  if (!(error instanceof ConnectionError)) throw error;
}
