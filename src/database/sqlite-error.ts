/** The code of an error of SQLite, such as `SQLITE_BUSY_SNAPSHOT`, also when TypeORM hands it on; empty for all others. */
function codeOf(error: unknown): string {
  const { code, driverError } = (error ?? {}) as { code?: unknown; driverError?: { code?: unknown } };
  const found = driverError?.code ?? code;
  return typeof found === 'string' ? found : '';
}

/** True while another process writes, or is just opening or closing the file. */
export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(codeOf(error));

/**
 * True for what leaves doubt about a connection: it may know the file in a state in which it no longer is, such as that it
 * cannot be written.
 */
export const isDoubtful = (error: unknown): boolean =>
  /^SQLITE_(IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM|MISUSE)/.test(codeOf(error));
