import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryFolder = '/dev/shm';

/** Minimum size for the databases of all concurrent tests. */
const enough = 6 * 1024 ** 3;

/** Folder for test databases: in memory if there is room, because no test depends on the disk. */
const parent = (): string => {
  if (process.env.TMPDIR) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return Math.min(bavail * bsize, process.availableMemory()) >= enough ? memoryFolder : tmpdir();
  } catch {
    return tmpdir();
  }
};

/** Creates an empty folder for a test. The caller removes it. */
export const newFastFolder = (prefix: string): string => mkdtempSync(join(parent(), prefix));
