import { classifyOutage } from './outage';

/** The location of a finding in a request: a JSON pointer into the body, or a query parameter. */
export interface FindingSource {
  pointer?: string;
  parameter?: string;
}

/** One problem of a request. A response lists every finding, not only the first. */
export interface Finding {
  /** Stable code for programs, such as `value-out-of-range`. */
  code: string;
  title: string;
  /** A sentence for people, with the value and the rule. */
  detail: string;
  source?: FindingSource;
  /** The kind of record that the finding belongs to, such as `{type: 'basal', deliveryType: 'temp'}`. */
  meta?: Record<string, string>;
}

/** The stable error codes of the graph (`extensions.code`) and their HTTP statuses. */
const statusOfCode = {
  BAD_USER_INPUT: 400,
  UNAUTHENTICATED: 401,
  /** The plan does not cover it. */
  PAYMENT_REQUIRED: 402,
  FORBIDDEN: 403,
  /** The person may do it, but not through this third-party client. */
  CLIENT_NOT_ALLOWED: 403,
  /** The caller may do it, but must enter their password again. */
  PASSWORD_REQUIRED: 403,
  /** Allowed in general, but not in the current state: already done, or canceled. */
  WRONG_STATE: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  /** Events are missing; the client must reload. */
  RESYNC_REQUIRED: 410,
  /** Somebody has changed it since the caller read it. */
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  /** Well-formed, but against a rule of the domain: a limit is reached, or no administrator would be left. */
  UNPROCESSABLE: 422,
  /** The answer would be larger than what an operation may hold in memory. */
  TOO_MUCH_DATA: 422,
  RATE_LIMITED: 429,
  /** Nobody receives this response: it is the status that reverse proxies log. */
  CALLER_GONE: 499,
  INTERNAL_SERVER_ERROR: 500,
  NOT_IMPLEMENTED: 501,
  /** A dependency is unavailable; the same request may succeed later. */
  UNAVAILABLE: 503,
  /** The operation took longer than it may. */
  OPERATION_TIMEOUT: 503,
  /** Too much work waits already. */
  OVERLOADED: 503,
  /** The disk is full; reads still work. */
  INSUFFICIENT_STORAGE: 507,
} as const;

export type ErrorCode = keyof typeof statusOfCode;

interface ErrorDetails {
  findings?: Finding[];
  /** Seconds to wait before retrying. */
  retryAfter?: number;
  /** Additional keys of the REST body, such as the numeric `error` of a claim. */
  wire?: Record<string, unknown>;
  cause?: unknown;
}

/**
 * The only error that reaches a caller. REST answers with its status and message, the graph with its code. Anything
 * else that is thrown becomes an internal error that reveals only a request id.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly findings: Finding[];
  readonly wire: Record<string, unknown>;
  readonly retryAfter?: number;
  /** See `about`. */
  fields: readonly string[] = [];

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

  /**
   * Names the field of the input that causes the refusal, by the names that it has in the inputs of the graph; `/`
   * separates those of nested ones. Only `userErrors` show it: the bodies of REST stay as they are.
   */
  about(...fields: readonly string[]): this {
    this.fields = fields;
    return this;
  }
}

export const badInput = (message: string, findings?: Finding[]): ApiError =>
  new ApiError('BAD_USER_INPUT', message, { findings });

/** For reads on behalf of a caller who has disconnected. */
export const callerGone = (): ApiError => new ApiError('CALLER_GONE', 'The caller has disconnected.');

/**
 * What ends work whose signal was aborted: the reason of the signal, if that is an error for callers. Otherwise the caller
 * has disconnected.
 */
export const endReason = ({ reason }: AbortSignal): ApiError =>
  reason instanceof ApiError ? reason : callerGone();

export const unauthenticated = (message = 'A valid session token is required.'): ApiError =>
  new ApiError('UNAUTHENTICATED', message);

export const forbidden = (message = 'You are not allowed to do this.'): ApiError =>
  new ApiError('FORBIDDEN', message);

/** For something already done or canceled, whoever asks. */
export const wrongState = (message: string): ApiError => new ApiError('WRONG_STATE', message);

export const notFound = (message: string, findings?: Finding[]): ApiError =>
  new ApiError('NOT_FOUND', message, { findings });

export const methodNotAllowed = (message: string): ApiError => new ApiError('METHOD_NOT_ALLOWED', message);

export const conflict = (message: string, findings?: Finding[]): ApiError =>
  new ApiError('CONFLICT', message, { findings });

/** @param endsIn milliseconds to wait before retrying */
export const tooManyRequests = (endsIn: number): ApiError =>
  new ApiError('RATE_LIMITED', 'Too many attempts', { retryAfter: Math.ceil(endsIn / 1000) });

/** For well-formed requests that would break a rule of the domain, such as a limit. */
export const unprocessable = (message: string): ApiError => new ApiError('UNPROCESSABLE', message);

/** Seconds to wait before retrying after an outage. */
const outageDelay = 5;

/** For temporary failures, such as an unavailable database. */
export const unavailable = (
  cause?: unknown,
  message = 'The service is not available at the moment. Please try again in a few seconds.',
): ApiError => new ApiError('UNAVAILABLE', message, { retryAfter: outageDelay, cause });

/** Seconds. Somebody has to free space, which takes longer than most outages. */
const noSpaceDelay = 30;

/** For data that cannot be stored because the disk is full. */
const insufficientStorage = (cause?: unknown): ApiError =>
  new ApiError(
    'INSUFFICIENT_STORAGE',
    'There is no space left to store this at the moment. Nothing was stored. Please try again later.',
    { retryAfter: noSpaceDelay, cause },
  );

/** Seconds to wait before repeating what took too long, or found too many others waiting. */
const busyDelay = 5;

/** @param limit milliseconds that an operation may take */
export const operationTimeout = (limit: number): ApiError =>
  new ApiError(
    'OPERATION_TIMEOUT',
    `The operation was ended because it took longer than ${limit / 1000} seconds. Ask for less, or try again later.`,
    { retryAfter: busyDelay },
  );

/** For work that finds too much other work waiting. */
export const overloaded = (): ApiError =>
  new ApiError(
    'OVERLOADED',
    'The service has too much other work at the moment. Please try again in a few seconds.',
    { retryAfter: busyDelay },
  );

/** @param limit bytes that an operation may hold in memory */
export const tooMuchData = (limit: number): ApiError =>
  new ApiError(
    'TOO_MUCH_DATA',
    `The answer needs more than the ${Math.floor(limit / 1024 / 1024)} MB of memory that an operation may have. Ask for smaller pages or fewer fields.`,
  );

/** Whether the failure is temporary: the same request may succeed later. */
export const isPassing = ({ code }: ApiError): boolean =>
  code === 'UNAVAILABLE' || code === 'INSUFFICIENT_STORAGE';

export const internalError = (cause: unknown): ApiError =>
  new ApiError('INTERNAL_SERVER_ERROR', 'Something went wrong on our side.', { cause });

/**
 * The error as shown to a caller: our own errors unchanged, everything else as an outage or an internal error, with
 * its cause for the log.
 */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const outage = classifyOutage(error);
  if (outage === undefined) return internalError(error);
  return outage === 'full' ? insufficientStorage(error) : unavailable(error);
}
