import { statSync } from 'node:fs';

/** The file of the database is not the one that was opened: what is written now would be lost with this process. */
export class MovedFileError extends Error {
  /** What SQLite calls it. */
  readonly code = 'SQLITE_READONLY_DBMOVED';

  constructor(path: string, cause?: unknown) {
    super(`${path} was moved, removed or replaced while it was open.`, { cause });
    this.name = 'MovedFileError';
  }
}

/**
 * The files of an open SQLite database. Whoever removes or replaces one takes its name only: a process that has it open
 * goes on with what has no name any more, and SQLite does not notice.
 */
export class DatabaseFile {
  private readonly known: readonly { path: string; mark: string }[];

  /** To be made when the database is open, with its write-ahead log. */
  constructor(path: string) {
    this.known = [path, `${path}-wal`].map((each) => ({ path: each, mark: markOf(each) }));
  }

  /** Throws a `MovedFileError` when the files that were opened are no longer where they were. */
  assertInPlace(): void {
    for (const { path, mark } of this.known) if (markOf(path) !== mark) throw new MovedFileError(path);
  }
}

/** What tells a file from all others, whatever its name. */
function markOf(path: string): string {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch (error) {
    throw new MovedFileError(path, error);
  }
}
