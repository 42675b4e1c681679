import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryFolder = '/dev/shm';

/** Less may not hold the databases of all tests that run at once. */
const enough = 6 * 1024 ** 3;

/** Where databases of tests lie: in memory where there is room for them, as no test asks whether a disk keeps them. */
const parent = (): string => {
  if (process.env.TMPDIR) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= enough ? memoryFolder : tmpdir();
  } catch {
    return tmpdir();
  }
};

/** Makes an empty folder for what a test stores. Whoever makes it removes it. */
export const newFastFolder = (prefix: string): string => mkdtempSync(join(parent(), prefix));
