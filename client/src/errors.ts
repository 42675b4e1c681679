import type { UserErrorCode } from './generated/graphql.js';

/** Codes of errors, in `extensions.code`. What to do about each: docs/graph.md. */
export type ErrorCode =
  | UserErrorCode
  | 'CLIENT_NOT_ALLOWED'
  | 'FORBIDDEN'
  | 'INSUFFICIENT_STORAGE'
  | 'INTERNAL_SERVER_ERROR'
  | 'QUERY_NOT_IN_SAFELIST'
  | 'RATE_LIMITED'
  | 'RESYNC_REQUIRED'
  | 'UNAUTHENTICATED'
  | 'UNAVAILABLE'
  // Codes of Apollo Server and of later releases.
  | (string & {});

/** An error in a response of the graph. */
export interface GraphErrorEntry {
  /** A sentence for people. */
  message: string;
  /** The field that failed; absent if the operation did not run. */
  path?: readonly (string | number)[];
  extensions?: {
    code?: ErrorCode;
    /** The HTTP status that REST would answer with. */
    status?: number;
    /** Seconds to wait before the request is repeated. */
    retryAfter?: number;
    /** Every problem of an input. */
    errors?: readonly unknown[];
  };
}

/** An error that the user can fix, as a mutation returns it. */
export interface UserErrorEntry {
  /** Path in the input, such as `["input", "name"]`. */
  field?: readonly string[] | null;
  /** A sentence for people. */
  message: string;
  code: UserErrorCode;
}

/** The service has refused an operation or a part of it. */
export class GraphError extends Error {
  override readonly name: string = 'GraphError';

  /**
   * @param code of the first error; programs compare it
   * @param errors all errors of the response
   * @param data the rest of the response: fields that failed are null
   */
  constructor(
    readonly code: ErrorCode,
    readonly errors: readonly GraphErrorEntry[],
    readonly data?: unknown,
  ) {
    super(errors[0]?.message ?? code);
  }

  /** The HTTP status that REST would answer with. */
  get status(): number | undefined {
    return this.errors[0]?.extensions?.status;
  }

  /** Seconds to wait before the request is repeated, for RATE_LIMITED and UNAVAILABLE. */
  get retryAfter(): number | undefined {
    return this.errors[0]?.extensions?.retryAfter;
  }
}

/** A mutation was refused for reasons that the user can fix. Nothing has changed. */
export class UserErrors extends GraphError {
  override readonly name = 'UserErrors';

  /**
   * @param userErrors one entry for each problem
   * @param data the response, which holds the results of the other mutations of the operation
   */
  constructor(
    readonly userErrors: readonly UserErrorEntry[],
    data: unknown,
  ) {
    super(userErrors[0]?.code ?? 'BAD_USER_INPUT', userErrors, data);
  }

  /** The messages about one input field, named as in the input. */
  of(field: string): string[] {
    return this.userErrors.filter(({ field: path }) => path?.at(-1) === field).map(({ message }) => message);
  }
}

/** No usable response arrived: the network failed, or something else than the service answered. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** A log-in failed or cannot be renewed. */
export class LogInError extends Error {
  override readonly name = 'LogInError';

  /** @param code of the token service, such as `access_denied` or `invalid_grant` */
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The error for the errors of a response. */
export const toGraphError = (errors: readonly GraphErrorEntry[], data?: unknown): GraphError =>
  new GraphError(errors[0]?.extensions?.code ?? 'INTERNAL_SERVER_ERROR', errors, data);
