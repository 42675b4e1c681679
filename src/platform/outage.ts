/** Error codes of the operating system for unreachable machines and broken connections. */
export const brokenConnections: readonly string[] = [
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

/** Error codes of the operating system for a failing or read-only disk. */
const failingDisks = ['EIO', 'EROFS'];

/** Errors of a database that is starting, stopping, changing its role or overloaded. */
const refusalsOfDatabases = [
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ER_SERVER_SHUTDOWN',
  'ER_SERVER_OFFLINE_MODE',
  'ER_CLIENT_INTERACTION_TIMEOUT',
  'ER_SESSION_WAS_KILLED',
  'ER_NET_READ_ERROR',
  'ER_NET_READ_INTERRUPTED',
  'ER_NET_ERROR_ON_WRITE',
  'ER_NET_WRITE_INTERRUPTED',
  'ER_HANDSHAKE_ERROR',
  'ER_BAD_HOST_ERROR',
  'ER_HOST_IS_BLOCKED',
  'ER_CANT_CREATE_THREAD',
  'ER_OUT_OF_RESOURCES',
  'ER_OUTOFMEMORY',
  'ER_USER_LIMIT_REACHED',
  'ER_TOO_MANY_CONCURRENT_TRXS',
  'ER_LOCK_TABLE_FULL',
  'ER_LOCK_ABORTED',
  'ER_LOCK_NOWAIT',
  'ER_QUERY_TIMEOUT',
  'ER_XA_RBTIMEOUT',
  'ER_XA_RBDEADLOCK',
  'ER_INNODB_READ_ONLY',
  'ER_OPEN_AS_READONLY',
  'ER_INNODB_FORCED_RECOVERY',
  // Members of a group that elects another primary, or has lost the others.
  'ER_RUN_HOOK_ERROR',
  'ER_TRANSACTION_ROLLBACK_DURING_COMMIT',
  'ER_GRP_TRX_CONSISTENCY_NOT_ALLOWED',
  // Another process is migrating.
  'ER_TABLE_DEF_CHANGED',
  'ER_NEED_REPREPARE',
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
  // A cluster node that has lost the others, before a statement or while it commits.
  'ER_UNKNOWN_COM_ERROR',
  'ER_ERROR_DURING_COMMIT',
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
];

/**
 * SQLite errors for a file that is locked, unreadable, read-only or replaced. Extended codes begin with these
 * (`SQLITE_BUSY_SNAPSHOT`, `SQLITE_IOERR_WRITE`).
 */
const refusalsOfSqlite = [
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_PROTOCOL',
  'SQLITE_IOERR',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
  'SQLITE_CORRUPT',
  'SQLITE_NOTADB',
];

/** Errors for a full disk. */
const fullDisks = new Set([
  'ENOSPC',
  'EDQUOT',
  'EE_DISK_FULL',
  'EE_DISK_FULL_WITH_RETRY_MSG',
  'ER_DISK_FULL',
  'ER_DISK_FULL_NOWAIT',
  'ER_RECORD_FILE_FULL',
  'ER_TABLESPACE_AUTO_EXTEND_ERROR',
  'ER_TEMP_FILE_WRITE_FAILURE',
  'SQLITE_FULL',
]);

/**
 * MySQL and MariaDB errors for a file that cannot be written; the error number of the operating system gives the
 * cause.
 */
const failedWrites = new Set([
  'EE_WRITE',
  'ER_CANT_CREATE_FILE',
  'ER_CANT_CREATE_TABLE',
  'ER_ERROR_DURING_COMMIT',
  'ER_ERROR_ON_CLOSE',
  'ER_ERROR_ON_RENAME',
  'ER_ERROR_ON_WRITE',
  'ER_GET_ERRNO',
  'ER_IO_WRITE_ERROR',
]);

/** ENOSPC and EDQUOT. */
const saysNoSpace = /\b(?:error|errno|errcode):? (?:28|122)\b/i;

/** Errors without a name in the driver. */
const numbersWithoutName = new Set([
  // MariaDB: the connection was killed, the statement took too long.
  1927, 1969,
  // TiDB: conflicting transactions, a changed schema, an unavailable or overloaded part of the cluster.
  8002, 8005, 8022, 8027, 8028, 9001, 9002, 9003, 9004, 9005, 9007,
]);

/** Our own code for an object store that fails; see `StoreOutageError`. */
const storeOutage = 'STORE_OUTAGE';

const awayCodes = new Set([...brokenConnections, ...failingDisks, ...refusalsOfDatabases, storeOutage]);

/** `full`: the disk is full. `away`: any other temporary failure. */
export type Outage = 'away' | 'full';

/** Maximum depth of nested errors. */
const deepest = 8;

interface Facts {
  code?: unknown;
  errno?: unknown;
  fatal?: unknown;
  /** The message of MySQL or MariaDB. */
  sqlMessage?: string;
  driverError?: unknown;
  cause?: unknown;
}

/**
 * Classifies a temporary failure: the database, or another dependency, is unavailable. The same request may succeed
 * later, so its sender is asked to retry instead of being blamed.
 */
export function classifyOutage(error: unknown, depth = 0): Outage | undefined {
  // By shape: errors thrown by a native driver need not be instances of this realm's `Error`.
  if (typeof error !== 'object' || error === null || depth > deepest) return undefined;
  const { code, errno, fatal, sqlMessage, driverError, cause } = error as Facts;
  if (typeof code === 'string') {
    if (fullDisks.has(code) || (failedWrites.has(code) && saysNoSpace.test(sqlMessage ?? ''))) return 'full';
    if (awayCodes.has(code) || refusalsOfSqlite.some((known) => code.startsWith(known))) return 'away';
  }
  if (code === undefined && numbersWithoutName.has(Number(errno))) return 'away';
  // The MySQL driver sets `fatal` for errors that end a connection, sometimes without a code.
  if (fatal === true) return 'away';
  const [outage] = [driverError, cause]
    .filter((inner) => inner !== error)
    .map((inner) => classifyOutage(inner, depth + 1))
    .filter((found) => found !== undefined);
  return outage;
}
