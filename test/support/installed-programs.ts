import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where distributions install server programs outside the PATH of ordinary users. */
const serverFolders = ['/usr/sbin', '/usr/local/sbin', '/usr/libexec'];

/** The full path of an installed program. */
export function findProgram(...names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...serverFolders];
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find(isExecutable);
}

/** The MariaDB or MySQL server of this machine. */
export const findDatabaseServer = (): string | undefined => findProgram('mariadbd', 'mysqld');

/**
 * The Chromium or Chrome for browser tests; `CHROMIUM_PATH` overrides it. Chromium without its own windows opens a page in
 * a third of the time.
 */
export const findBrowser = (): string | undefined =>
  process.env.CHROMIUM_PATH ??
  findProgram(
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  );

/** Where distributions install it. */
const galeraLibraries = [
  '/usr/lib/galera/libgalera_smm.so',
  '/usr/lib/libgalera_smm.so',
  '/usr/lib64/galera-4/libgalera_smm.so',
  '/usr/lib64/galera/libgalera_smm.so',
];

/** The library for clusters of MariaDB servers. */
export const findGaleraLibrary = (): string | undefined => galeraLibraries.find((path) => existsSync(path));

/** Why this machine cannot run a Galera cluster; undefined if it can. */
export function whyNoGalera(): string | undefined {
  if (!findProgram('mariadbd')) return 'no mariadbd is installed';
  if (!findProgram('mariadb-install-db')) return 'no mariadb-install-db is installed';
  return findGaleraLibrary() ? undefined : 'galera-4 is not installed';
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
