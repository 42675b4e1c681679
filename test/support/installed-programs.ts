import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where distributions put server programs beyond the PATH of ordinary users. */
const serverFolders = ['/usr/sbin', '/usr/local/sbin', '/usr/libexec'];

/** The full path of a program that is installed on this machine. */
export function findProgram(...names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...serverFolders];
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find(isExecutable);
}

/** The MariaDB or MySQL server of this machine. */
export const findDatabaseServer = (): string | undefined => findProgram('mariadbd', 'mysqld');

/** The Chromium or Chrome that the browser tests drive; `CHROMIUM_PATH` names one that lies elsewhere. */
export const findBrowser = (): string | undefined =>
  process.env.CHROMIUM_PATH ??
  findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
