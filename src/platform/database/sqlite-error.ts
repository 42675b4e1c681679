/**
 * The code of an SQLite error, such as `SQLITE_BUSY_SNAPSHOT`, including errors wrapped by TypeORM; empty for all
 * others.
 */
function getErrorCode(error: unknown): string {
  const { code, driverError } = (error ?? {}) as { code?: unknown; driverError?: { code?: unknown } };
  const found = driverError?.code ?? code;
  return typeof found === 'string' ? found : '';
}

/** Whether another process is writing, or is opening or closing the file. */
export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(getErrorCode(error));

/**
 * Whether an error casts doubt on a connection: its view of the file may be outdated, for example that it is
 * read-only.
 */
export const isDoubtful = (error: unknown): boolean =>
  /^SQLITE_(IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM|MISUSE)/.test(getErrorCode(error));

/** Whether the file is corrupt. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(getErrorCode(error));

/** Whether the file cannot be opened, or not for writing. */
export const isUnwritable = (error: unknown): boolean =>
  /^SQLITE_(READONLY|CANTOPEN|PERM|AUTH|IOERR)/.test(getErrorCode(error));
