import { closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { serverAddresses } from '../database/cluster/addresses';
import { Database } from '../database/database';
import type { DatabaseOptions } from '../database/database-options';
import { databaseStartProblem } from '../database/start-problem';
import { NewerDatabaseError, OlderDatabaseError } from '../database/migrating/suitable-release';
import { HalfRestoredDatabaseError } from '../database/migrating/unfinished-restore';
import { UnusableFileError } from '../database/sqlite-damage';
import { ensureFolder } from './ensure-folder';
import { SettingError } from './setting-error';

/**
 * Opens a database as `Database.open` does, for a program that an operator starts. Only one that migrates creates a
 * file. Throws a `SettingError` that says what has to be mended.
 */
export async function openDatabase(url: string, options: DatabaseOptions): Promise<Database> {
  const path = url.slice('sqlite:'.length);
  if (url.startsWith('sqlite:') && path !== ':memory:')
    (options.migrate ? prepareFile : assertFile)(url, path);
  try {
    return await Database.open(url, options);
  } catch (error) {
    const problem = isOperatorsMatter(error) ? error.message : startProblem(url, error);
    throw problem ? new SettingError('DATABASE_URL', url, problem, error) : error;
  }
}

const startProblem = (url: string, error: unknown): string | undefined => {
  const [server] = url.startsWith('mysql:') ? serverAddresses(url) : [];
  // Of several servers, none may be usable because of what one of them refuses.
  return server && databaseStartProblem(server, (error as Error).cause ?? error);
};

/** Errors whose message says what mends them. */
const isOperatorsMatter = (error: unknown): error is Error =>
  error instanceof UnusableFileError ||
  error instanceof OlderDatabaseError ||
  error instanceof NewerDatabaseError ||
  error instanceof HalfRestoredDatabaseError;

/** SQLite would create an empty file, into whose place no backup can be restored. */
function assertFile(url: string, path: string): void {
  try {
    statSync(path);
  } catch (error) {
    // Whatever else is wrong, opening it will fail with a better explanation.
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return;
    throw new SettingError(
      'DATABASE_URL',
      url,
      'There is no such file. Correct the path; relative ones start at the working directory. `npm run migrate` creates a new database.',
      error,
    );
  }
}

/** SQLite would create a file that everybody on the machine can read. */
function prepareFile(url: string, path: string): void {
  const folder = dirname(path);
  try {
    ensureFolder(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingError(
      'DATABASE_URL',
      url,
      `The folder ${folder} cannot be created or written (${code}). Choose another folder, or give the process the right to write there.`,
      error,
    );
  }
  createForOwner(path);
}

function createForOwner(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // It exists, or opening it as a database will fail with a better explanation.
  }
}
