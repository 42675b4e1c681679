/** What the operating system says when another machine cannot be reached or a connection to it breaks. */
const brokenConnections = [
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
];

/** What a database says that starts, stops, changes its role or has too much to do. */
const refusalsOfDatabases = [
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_SHUTDOWN_COMPLETE',
  'ER_CONNECTION_KILLED',
  'ER_NEW_ABORTING_CONNECTION',
  'ER_ABORTING_CONNECTION',
  'ER_QUERY_INTERRUPTED',
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  // A node of a cluster that has lost the others.
  'ER_UNKNOWN_COM_ERROR',
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
];

/** What is said when there is no space left to write. */
const fullDisks = ['ENOSPC', 'EDQUOT', 'ER_DISK_FULL', 'ER_RECORD_FILE_FULL', 'SQLITE_FULL'];

const codes = new Set([...brokenConnections, ...refusalsOfDatabases, ...fullDisks]);

/** So many errors may lie within one another. */
const deepest = 8;

/**
 * True for a failure that passes by itself: the database, or another service that we stand on, is away for now. The
 * same request may succeed later, so its sender is told to come again and not that anything was wrong with it.
 */
export function isOutage(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > deepest) return false;
  const { code, fatal, driverError } = error as { code?: unknown; fatal?: unknown; driverError?: unknown };
  // The driver of MySQL marks with `fatal` what ends a connection, at times without a code.
  if (fatal === true || (typeof code === 'string' && codes.has(code))) return true;
  return [driverError, error.cause].some((inner) => inner !== error && isOutage(inner, depth + 1));
}
