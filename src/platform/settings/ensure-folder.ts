import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder with its parents, and checks that it can be written. Throws the error of the file system. Creates
 * level by level, because `mkdir` with `recursive` never returns on a file system that allows no folders, such as
 * `/proc`.
 */
export function ensureFolder(path: string, mode = 0o777): void {
  const missing: string[] = [];
  for (let level = resolve(path); !existsSync(level); level = dirname(level)) missing.unshift(level);
  for (const level of missing) create(level, mode);
  accessSync(path, constants.W_OK | constants.X_OK);
}

function create(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process that starts has created it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
