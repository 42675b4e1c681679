import type { ApiError, Finding } from '../src/platform/errors';
import type { Trace } from '../src/platform/http/trace';

/** Creates the JSON body of an error response. */
export type ErrorBody = (error: ApiError, trace: Trace) => Record<string, unknown>;

/** `{code, message}`, and the findings if there are any. */
export const plainErrors: ErrorBody = (error, { requestId }) => ({
  code: error.status,
  message: error.message,
  ...(error.findings.length > 0 && { errors: error.findings }),
  ...(error.status >= 500 && { requestId }),
  ...error.wire,
});

/**
 * `plainErrors` for routes whose bodies differ in structure from the input of their operation: findings point into the
 * body.
 *
 * @param pointers into the body, by those into the arguments of the operation; what is within them is mapped with them
 */
export const errorsAt = (pointers: Readonly<Record<string, string>>): ErrorBody => {
  const inBody = (finding: Finding): Finding => {
    const place = finding.source?.pointer ?? '';
    const argument = Object.keys(pointers).find((each) => `${place}/`.startsWith(`${each}/`));
    if (argument === undefined) return finding;
    return { ...finding, source: { pointer: `${pointers[argument]}${place.slice(argument.length)}` } };
  };
  return (error, trace) => ({
    ...plainErrors(error, trace),
    ...(error.findings.length > 0 && { errors: error.findings.map(inBody) }),
  });
};

/** Clients of accounts, sharing, confirmations and alerts display `reason`. */
export const reasonErrors: ErrorBody = (error, trace) => ({
  ...plainErrors(error, trace),
  reason: error.message,
});

/** `errorsAt` for clients that display `reason`. */
export const reasonErrorsAt = (pointers: Readonly<Record<string, string>>): ErrorBody => {
  const inBody = errorsAt(pointers);
  return (error, trace) => ({ ...inBody(error, trace), reason: error.message });
};

/** The trace in the form of clients that upload data. */
export const traceOnWire = ({ requestId, sessionId }: Trace): Record<string, string> => ({
  request: requestId,
  ...(sessionId !== undefined && { session: sessionId }),
});

const codeOfStatus: Record<number, string> = {
  400: 'value-not-valid',
  401: 'unauthenticated',
  403: 'unauthorized',
  404: 'resource-not-found',
  405: 'method-not-allowed',
  408: 'request-timeout',
  409: 'conflict',
  413: 'resource-too-large',
  415: 'encoding-not-supported',
  503: 'service-unavailable',
  507: 'insufficient-storage',
};

/**
 * Clients that upload data expect a list of findings, each with `code`, `title` and `detail`, and display the trace.
 * There must be no top-level `status` or `reason`: one client takes `status` as a request to split its batch.
 */
export const dataErrors: ErrorBody = (error, trace) => ({
  code: error.status,
  message: error.message,
  errors:
    error.findings.length > 0
      ? error.findings
      : [
          {
            code: codeOfStatus[error.status] ?? 'internal-server-error',
            title: error.message,
            detail: error.message,
          },
        ],
  meta: { trace: traceOnWire(trace) },
  ...error.wire,
});

/**
 * An error that keeps a request from reaching the graph: in the format of GraphQL clients, in addition to `{code,
 * message}`.
 */
export const graphErrors: ErrorBody = ({ code, status, message, retryAfter }) => ({
  code: status,
  message,
  errors: [{ message, extensions: { code, status, ...(retryAfter !== undefined && { retryAfter }) } }],
});
