import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ensureFolder } from '../settings/ensure-folder';
import { isContentKey, type ContentStore, type ReceivedContent } from './content-store';
import { MeasuredPieces } from './measured-pieces';

/** Whether an operation failed because a file or folder does not exist. */
const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes(String((error as { code?: unknown } | null)?.code));

/** Other users of the machine must not read stored content. */
const ownerOnly = { folder: 0o700, file: 0o600 };

/** Makes the names in a folder survive a crash; otherwise the content of the files would be lost with them. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Stores content as files in a folder, which several processes may share. Incoming files are in `incoming`, kept
 * files in `content`, in 256 folders by the first characters of the key.
 */
export class FileContentStore implements ContentStore {
  private readonly incoming: string;
  private readonly kept: string;

  constructor(folder: string) {
    this.incoming = join(folder, 'incoming');
    this.kept = join(folder, 'content');
  }

  async assertUsable(): Promise<void> {
    ensureFolder(this.incoming, ownerOnly.folder);
    const received = await this.receive(Readable.from([Buffer.from('usable')]));
    await received.discard();
  }

  async receive(pieces: AsyncIterable<Uint8Array>): Promise<ReceivedContent> {
    await mkdir(this.incoming, { recursive: true, mode: ownerOnly.folder });
    const path = join(this.incoming, randomUUID());
    const discard = () => rm(path, { force: true });
    try {
      const facts = await this.write(path, pieces);
      return { ...facts, discard, keep: (key) => this.keep(path, key) };
    } catch (error) {
      await discard();
      throw error;
    }
  }

  /** Each piece is written before the next one is requested: no more than one is in memory. */
  private async write(path: string, pieces: AsyncIterable<Uint8Array>) {
    const measured = new MeasuredPieces(pieces);
    const file = await open(path, 'wx', ownerOnly.file);
    try {
      for await (const piece of measured) await file.appendFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    return measured.facts();
  }

  private async keep(path: string, key: string): Promise<void> {
    const folder = this.folderPath(key);
    if (await mkdir(folder, { recursive: true, mode: ownerOnly.folder })) await syncFolder(this.kept);
    await rename(path, join(folder, key));
    await syncFolder(folder);
  }

  private folderPath(key: string): string {
    if (!isContentKey(key)) throw new Error('This is not a key of stored content.');
    return join(this.kept, key.slice(0, 2));
  }

  async read(key: string): Promise<Readable | null> {
    try {
      const file = await open(join(this.folderPath(key), key), 'r');
      return file.createReadStream();
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await rm(join(this.folderPath(key), key), { force: true });
  }

  async *keysBefore(time: number): AsyncGenerator<string> {
    for (const folder of await list(this.kept)) {
      for (const file of await list(join(this.kept, folder.name))) {
        if (!isContentKey(file.name)) continue;
        if (await isOlder(join(this.kept, folder.name, file.name), time)) yield file.name;
      }
    }
  }

  async removeUnfinished(time: number): Promise<void> {
    for (const file of await list(this.incoming)) {
      const path = join(this.incoming, file.name);
      if (await isOlder(path, time)) await rm(path, { force: true });
    }
  }
}

async function list(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Whether a file was last written before an instant; false if it no longer exists. */
async function isOlder(path: string, time: number): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < time;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
