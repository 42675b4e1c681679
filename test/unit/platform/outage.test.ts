import { QueryFailedError } from 'typeorm';
import { asApiError } from '../../../src/platform/errors';

type Facts = { code?: string; errno?: number; fatal?: boolean; sqlMessage?: string };

/** An error as thrown by a driver, and as wrapped by TypeORM. */
const failed = (facts: Facts): Error =>
  new QueryFailedError('SELECT 1', [], Object.assign(new Error('the driver says so'), facts));

const statusOf = (facts: Facts): number => asApiError(failed(facts)).status;

describe('the response to a failing back end', () => {
  it.each([
    'SQLITE_BUSY',
    'SQLITE_BUSY_SNAPSHOT',
    'SQLITE_BUSY_RECOVERY',
    'SQLITE_LOCKED',
    'SQLITE_PROTOCOL',
    'SQLITE_IOERR_WRITE',
    'SQLITE_IOERR_SHMSIZE',
    'SQLITE_READONLY',
    'SQLITE_READONLY_DBMOVED',
    'SQLITE_CANTOPEN',
    'SQLITE_CORRUPT',
    'SQLITE_NOTADB',
    'EIO',
    'EROFS',
    'ECONNREFUSED',
    'ER_SERVER_SHUTDOWN',
    'ER_SERVER_OFFLINE_MODE',
    'ER_CLIENT_INTERACTION_TIMEOUT',
    'ER_SESSION_WAS_KILLED',
    'ER_NET_READ_ERROR',
    'ER_HANDSHAKE_ERROR',
    'ER_HOST_IS_BLOCKED',
    'ER_CANT_CREATE_THREAD',
    'ER_USER_LIMIT_REACHED',
    'ER_TOO_MANY_CONCURRENT_TRXS',
    'ER_CON_COUNT_ERROR',
    'ER_OPTION_PREVENTS_STATEMENT',
    'ER_READ_ONLY_MODE',
    'ER_INNODB_READ_ONLY',
    'ER_OPEN_AS_READONLY',
    'ER_LOCK_DEADLOCK',
    'ER_LOCK_WAIT_TIMEOUT',
    'ER_LOCK_NOWAIT',
    'ER_QUERY_TIMEOUT',
    'ER_UNKNOWN_COM_ERROR',
    'ER_ERROR_DURING_COMMIT',
    'ER_TRANSACTION_ROLLBACK_DURING_COMMIT',
    'ER_TABLE_DEF_CHANGED',
  ])('%s is temporary', (code) => {
    expect(asApiError(failed({ code }))).toMatchObject({ status: 503, code: 'UNAVAILABLE', retryAfter: 5 });
  });

  it.each([1927, 1969, 8002, 8022, 9002, 9005, 9007])(
    'error %d, which the driver does not name, is temporary',
    (errno) => {
      expect(asApiError(failed({ errno }))).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    },
  );

  it.each([
    { code: 'SQLITE_FULL' },
    { code: 'ENOSPC' },
    { code: 'EDQUOT' },
    { code: 'ER_DISK_FULL' },
    { code: 'ER_RECORD_FILE_FULL' },
    { code: 'ER_TEMP_FILE_WRITE_FAILURE' },
    { code: 'ER_GET_ERRNO', sqlMessage: 'Got error 28 "No space left on device" from storage engine InnoDB' },
    {
      code: 'ER_ERROR_ON_WRITE',
      sqlMessage: 'Error writing file \'/tmp/ML\' (Errcode: 28 "No space left on device")',
    },
    { code: 'ER_ERROR_ON_WRITE', sqlMessage: 'Error writing file (errno: 122 - Disk quota exceeded)' },
  ])('$code $sqlMessage is a lack of space', (facts) => {
    expect(asApiError(failed(facts))).toMatchObject({
      status: 507,
      code: 'INSUFFICIENT_STORAGE',
      retryAfter: 30,
    });
  });

  it.each([
    { code: 'ER_GET_ERRNO', sqlMessage: 'Got error 168 "Unknown error" from storage engine InnoDB' },
    // Such messages repeat user input.
    { code: 'ER_DUP_ENTRY', sqlMessage: "Duplicate entry 'error: 28' for key 'PRIMARY'" },
    { code: 'ER_PARSE_ERROR', errno: 1064 },
    { code: 'ER_NO_SUCH_TABLE', errno: 1146 },
    { code: 'ER_DATA_TOO_LONG', errno: 1406 },
    { code: 'SQLITE_ERROR' },
    { code: 'SQLITE_CONSTRAINT_UNIQUE' },
    { code: 'SQLITE_MISUSE' },
    {},
  ])('$code $sqlMessage is an internal error', (facts) => {
    expect(statusOf(facts)).toBe(500);
  });

  it('finds the cause in any wrapper', () => {
    const inner = new Error('inner', { cause: failed({ code: 'SQLITE_FULL' }) });
    expect(asApiError(new Error('outer', { cause: inner })).status).toBe(507);
    expect(statusOf({ fatal: true })).toBe(503);
  });
});
