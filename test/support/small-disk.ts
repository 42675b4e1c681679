import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
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

/** A disk with a real file system that a test can make read-only, as an operating system does after errors. */
export interface FailingDisk {
  folder: string;
  /** Makes the file system read-only at once, also for files that are open for writing. */
  fail(): void;
  /** Checks the file system and mounts it again. No file may be open. */
  repair(): void;
  /** Mounts it for reading only. No file may be open for writing. */
  lock(): void;
  /** Ends `lock`. */
  unlock(): void;
  close(): void;
}

/** Mounts a file system of its own; undefined if this user may not, or a program is missing. Linux only. */
export function openFailingDisk(mebibytes: number): FailingDisk | undefined {
  const base = mkdtempSync(join(tmpdir(), 'glycograph-disk-'));
  const [image, folder] = [join(base, 'image'), join(base, 'mounted')];
  const run = (command: string, ...args: string[]) => void execFileSync(command, args, { stdio: 'ignore' });
  const mount = () => run('mount', '-o', 'loop', image, folder);
  const remount = (option: string) => run('mount', '-o', `remount,${option}`, folder);
  const unmount = () => run('umount', folder);
  try {
    mkdirSync(folder);
    writeFileSync(image, '');
    truncateSync(image, mebibytes << 20);
    run('mkfs.ext4', '-q', image);
    mount();
  } catch {
    rmSync(base, { recursive: true, force: true });
    return undefined;
  }
  return {
    folder,
    fail: () => remount('abort'),
    repair() {
      unmount();
      // It exits with 1 if it has corrected something.
      spawnSync('e2fsck', ['-fp', image], { stdio: 'ignore' });
      mount();
    },
    lock: () => remount('ro'),
    unlock: () => remount('rw'),
    close() {
      unmount();
      rmSync(base, { recursive: true, force: true });
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
