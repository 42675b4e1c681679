/** What says that a connection did not come about, or broke, or that its server takes no more statements. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'PROTOCOL_CONNECTION_LOST',
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_SHUTDOWN_COMPLETE',
  'ER_CONNECTION_KILLED',
  // A node of a cluster that has lost the others.
  'ER_UNKNOWN_COM_ERROR',
  // One that was the primary until now.
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
]);

/** True when a statement failed because of the server that it went to: another one may carry it out. */
export function isLostConnection(error: unknown): boolean {
  const { code, fatal, driverError } = (error ?? {}) as {
    code?: string;
    fatal?: boolean;
    driverError?: unknown;
  };
  if (driverError !== undefined && driverError !== error) return isLostConnection(driverError);
  // The driver marks with `fatal` what ends a connection, at times without a code.
  return code === undefined ? fatal === true : codes.has(code);
}
