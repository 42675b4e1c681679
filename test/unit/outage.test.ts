import { QueryFailedError } from 'typeorm';
import { asApiError } from '../../src/errors';

type Facts = { code?: string; fatal?: boolean; sqlMessage?: string };

/** An error as a driver throws it, and as TypeORM hands it on. */
const failed = (facts: Facts): Error =>
  new QueryFailedError('SELECT 1', [], Object.assign(new Error('the driver says so'), facts));

const statusOf = (facts: Facts): number => asApiError(failed(facts)).status;

describe('what callers are told of a failure below us', () => {
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
  ])('%s passes: come again', (code) => {
    expect(asApiError(failed({ code }))).toMatchObject({ status: 503, code: 'UNAVAILABLE', retryAfter: 5 });
  });

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
    // What somebody has sent is repeated in such messages.
    { code: 'ER_DUP_ENTRY', sqlMessage: "Duplicate entry 'error: 28' for key 'PRIMARY'" },
    { code: 'SQLITE_ERROR' },
    { code: 'SQLITE_CONSTRAINT_UNIQUE' },
    { code: 'SQLITE_MISUSE' },
    {},
  ])('$code $sqlMessage is a fault of ours', (facts) => {
    expect(statusOf(facts)).toBe(500);
  });

  it('finds the cause in whatever it is wrapped in', () => {
    const inner = new Error('inner', { cause: failed({ code: 'SQLITE_FULL' }) });
    expect(asApiError(new Error('outer', { cause: inner })).status).toBe(507);
    expect(statusOf({ fatal: true })).toBe(503);
  });
});
