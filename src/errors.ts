import { outageOf } from './outage';

/** Where in a request a finding was made: a JSON pointer into the body, or a query parameter. */
export interface FindingSource {
  pointer?: string;
  parameter?: string;
}

/** One thing that is wrong with a request; a request is answered with every finding, not only the first. */
export interface Finding {
  /** Stable text for programs, such as `value-out-of-range`. */
  code: string;
  title: string;
  /** A sentence for people that names the value and the rule. */
  detail: string;
  source?: FindingSource;
  /** What kind of record the finding belongs to, such as `{type: 'basal', deliveryType: 'temp'}`. */
  meta?: Record<string, string>;
}

/** The stable error codes of the graph (`extensions.code`) and the HTTP status that goes with each. */
const statusOfCode = {
  BAD_USER_INPUT: 400,
  UNAUTHENTICATED: 401,
  /** What was paid for does not go that far. */
  PAYMENT_REQUIRED: 402,
  FORBIDDEN: 403,
  /** The person may do it, but not through this client: it is one of somebody else. */
  CLIENT_NOT_ALLOWED: 403,
  /** The caller may do it, but has to show their password once more. */
  PASSWORD_REQUIRED: 403,
  /** Allowed in general, but not as things stand: it is done already, or was called off. */
  WRONG_STATE: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  /** Something happened since, and it is no longer known what. */
  RESYNC_REQUIRED: 410,
  PAYLOAD_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  /** Well-formed, but against a rule of the place: a limit is reached, or nobody would be left in charge. */
  UNPROCESSABLE: 422,
  RATE_LIMITED: 429,
  /** Nobody gets this answer: the status is the one that reverse proxies log. */
  CALLER_GONE: 499,
  INTERNAL_SERVER_ERROR: 500,
  NOT_IMPLEMENTED: 501,
  /** Something that we stand on is away for now; the same request may succeed later. */
  UNAVAILABLE: 503,
  /** There is no space left to store anything; reading goes on. */
  INSUFFICIENT_STORAGE: 507,
} as const;

export type ErrorCode = keyof typeof statusOfCode;

interface ErrorDetails {
  findings?: Finding[];
  /** Seconds after which it is worth asking again. */
  retryAfter?: number;
  /** Additional keys of the REST body, such as the numeric `error` of a claim. */
  wire?: Record<string, unknown>;
  cause?: unknown;
}

/**
 * The only error that reaches a caller. REST answers with its status and sentence, the graph with its code;
 * anything else that is thrown becomes an internal error that tells the caller nothing but a request id.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly findings: Finding[];
  readonly wire: Record<string, unknown>;
  readonly retryAfter?: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'ApiError';
    this.status = statusOfCode[code];
    this.findings = details.findings ?? [];
    this.wire = details.wire ?? {};
    this.retryAfter = details.retryAfter;
  }
}

export const badInput = (message: string, findings?: Finding[]): ApiError =>
  new ApiError('BAD_USER_INPUT', message, { findings });

/** For what is read for somebody who no longer waits for it. */
export const callerGone = (): ApiError => new ApiError('CALLER_GONE', 'The caller has gone.');

export const unauthenticated = (message = 'A valid session token is required.'): ApiError =>
  new ApiError('UNAUTHENTICATED', message);

export const forbidden = (message = 'You are not allowed to do this.'): ApiError =>
  new ApiError('FORBIDDEN', message);

/** For what has been done already, or was called off; it is no question of who is asking. */
export const wrongState = (message: string): ApiError => new ApiError('WRONG_STATE', message);

export const notFound = (message: string, findings?: Finding[]): ApiError =>
  new ApiError('NOT_FOUND', message, { findings });

export const methodNotAllowed = (message: string): ApiError => new ApiError('METHOD_NOT_ALLOWED', message);

export const conflict = (message: string, findings?: Finding[]): ApiError =>
  new ApiError('CONFLICT', message, { findings });

/** @param endsIn milliseconds after which it is worth asking again */
export const tooManyRequests = (endsIn: number): ApiError =>
  new ApiError('RATE_LIMITED', 'Too many attempts', { retryAfter: Math.ceil(endsIn / 1000) });

/** For what is well-formed and would break a rule of the place, such as a limit. */
export const unprocessable = (message: string): ApiError => new ApiError('UNPROCESSABLE', message);

/** Seconds after which whoever met an outage may ask again. */
const outageDelay = 5;

/** For what passes by itself, such as a database that is away. */
export const unavailable = (
  cause?: unknown,
  message = 'The service is not available at the moment. Please try again in a few seconds.',
): ApiError => new ApiError('UNAVAILABLE', message, { retryAfter: outageDelay, cause });

/** Seconds. Somebody has to make room, which takes longer than most outages. */
const noSpaceDelay = 30;

/** For what cannot be stored because there is no space left. */
export const insufficientStorage = (cause?: unknown): ApiError =>
  new ApiError(
    'INSUFFICIENT_STORAGE',
    'There is no space left to store this at the moment. Nothing was stored. Please try again later.',
    { retryAfter: noSpaceDelay, cause },
  );

/** True for what passes by itself: the same request may succeed later. */
export const isPassing = ({ code }: ApiError): boolean =>
  code === 'UNAVAILABLE' || code === 'INSUFFICIENT_STORAGE';

export const internalError = (cause: unknown): ApiError =>
  new ApiError('INTERNAL_SERVER_ERROR', 'Something went wrong on our side.', { cause });

/**
 * The error as a caller may see it: ours as it is, everything else as an outage or an internal error, with its cause for
 * the log.
 */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const outage = outageOf(error);
  if (outage === undefined) return internalError(error);
  return outage === 'full' ? insufficientStorage(error) : unavailable(error);
}
