import { statSync } from 'node:fs';

/** The database file is no longer the one that was opened: writes would be lost when this process ends. */
export class MovedFileError extends Error {
  /** The code of SQLite for this. */
  readonly code = 'SQLITE_READONLY_DBMOVED';

  constructor(path: string, cause?: unknown) {
    super(`${path} was moved, removed or replaced while it was open.`, { cause });
    this.name = 'MovedFileError';
  }
}

/**
 * The files of an open SQLite database. Deleting or replacing a file only unlinks its name: a process that has it
 * open continues to use the unlinked file, and SQLite does not notice.
 */
export class DatabaseFile {
  private readonly known: readonly { path: string; mark: string }[];

  /** Create it once the database is open, with its write-ahead log. */
  constructor(path: string) {
    this.known = [path, `${path}-wal`].map((each) => ({ path: each, mark: readMark(each) }));
  }

  /** Throws a `MovedFileError` when the opened files are no longer in place. */
  assertInPlace(): void {
    for (const { path, mark } of this.known) if (readMark(path) !== mark) throw new MovedFileError(path);
  }
}

/** Identifies a file regardless of its name. */
function readMark(path: string): string {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch (error) {
    throw new MovedFileError(path, error);
  }
}
