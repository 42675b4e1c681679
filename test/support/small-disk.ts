import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of a few mebibytes that a test can fill and empty. */
export interface SmallDisk {
  folder: string;
  /** Takes all remaining space. */
  fill(): void;
  /** Frees the space that `fill` took. */
  makeRoom(): void;
  close(): void;
}

/** Mounts a private file system in memory; undefined if this user may not. Linux only. */
export function openSmallDisk(mebibytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'glycograph-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmdirSync(folder);
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => writeUntilFull(ballast),
    makeRoom: () => rmSync(ballast, { force: true }),
    close() {
      execFileSync('umount', [folder], { stdio: 'ignore' });
      rmdirSync(folder);
    },
  };
}

function writeUntilFull(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (const size of [1 << 20, 1 << 12]) writePieces(file, Buffer.alloc(size));
  } finally {
    closeSync(file);
  }
}

function writePieces(file: number, piece: Buffer): void {
  for (;;) {
    try {
      writeSync(file, piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
      throw error;
    }
  }
}
