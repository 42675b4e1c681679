import { isDamage, isUnwritable } from './sqlite-error';

/** The file of an SQLite database is corrupt. Counts as an outage. */
export class DamagedFileError extends Error {
  /** The code of SQLite for this. */
  readonly code = 'SQLITE_CORRUPT';

  constructor(cause: unknown) {
    super('The database file is damaged.', { cause });
    this.name = 'DamagedFileError';
  }
}

/**
 * Remembers that SQLite has found damage in its file. Most statements may keep working, because they use other
 * pages, but all writes from then on are lost when a backup is restored. Damage does not go away, so it is
 * remembered as long as the process lives.
 */
export class DamageWatch {
  private found: DamagedFileError | undefined;

  /** Call it with every error of a statement. */
  note(error: unknown): void {
    if (isDamage(error)) this.found ??= new DamagedFileError(error);
  }

  /** Throws a `DamagedFileError` once damage was found. */
  assertSound(): void {
    if (this.found) throw this.found;
  }
}

/** A file that cannot be used; the message says why, and what to do. */
export class UnusableFileError extends Error {}

/** Explains why a file cannot be opened, and what to do, in one line for the operator. */
export function explainUnusable(path: string, error: unknown): unknown {
  const reason = error instanceof Error ? error.message : String(error);
  if (isDamage(error))
    return new UnusableFileError(
      `${path} is damaged, or no database of SQLite (${reason}). Move it away with its -wal, -shm and -journal, and restore a backup into its place: npm run restore -- <folder of the backup>; see docs/backups.md.`,
      { cause: error },
    );
  if (isUnwritable(error))
    return new UnusableFileError(
      `${path} cannot be written (${reason}). The process needs permission to write the file and its folder, where SQLite creates further files.`,
      { cause: error },
    );
  return error;
}
