import { brokenConnections } from '../../outage';

/** Errors that mean that a connection failed, broke, or belongs to a server that accepts no more statements. */
const codes = new Set([
  ...brokenConnections,
  'PROTOCOL_CONNECTION_LOST',
  // Often a connection that broke before it was encrypted; the driver hides why.
  'HANDSHAKE_SSL_ERROR',
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_SHUTDOWN_COMPLETE',
  'ER_CONNECTION_KILLED',
  // A cluster node that has lost the others.
  'ER_UNKNOWN_COM_ERROR',
  // A server that is no longer the primary.
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
]);

/** Whether a statement failed because of its server, so that another server may execute it. */
export function isLostConnection(error: unknown): boolean {
  const { code, fatal, driverError } = (error ?? {}) as {
    code?: string;
    fatal?: boolean;
    driverError?: unknown;
  };
  if (driverError !== undefined && driverError !== error) return isLostConnection(driverError);
  // The driver sets `fatal` for errors that end a connection, sometimes without a code.
  return code === undefined ? fatal === true : codes.has(code);
}
