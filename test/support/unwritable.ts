import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const change = (flag: '+i' | '-i', paths: readonly string[]): void =>
  void execFileSync('chattr', [flag, ...paths], { stdio: 'ignore' });

/** Makes these files unwritable for everyone, including root and processes that have them open. */
export const makeUnwritable = (paths: readonly string[]): void => change('+i', paths);

export const makeWritable = (paths: readonly string[]): void => change('-i', paths);

/**
 * A folder whose files can be made unwritable; undefined if this user may not do that, or the file system checks it
 * only on open. The caller removes it.
 */
export function folderForUnwritable(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'glycograph-unwritable-'));
  const path = join(folder, 'probe');
  const file = openSync(path, 'a');
  try {
    makeUnwritable([path]);
    if (!takesMore(file)) return folder;
  } catch {
    // The program does not exist, or is refused.
  } finally {
    closeSync(file);
    tryToFree(path);
  }
  rmSync(folder, { recursive: true, force: true });
  return undefined;
}

function takesMore(file: number): boolean {
  try {
    writeSync(file, 'x');
    return true;
  } catch {
    return false;
  }
}

function tryToFree(path: string): void {
  try {
    makeWritable([path]);
    rmSync(path);
  } catch {
    // It was not made unwritable.
  }
}
