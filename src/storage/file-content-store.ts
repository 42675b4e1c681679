import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isContentKey, type ContentStore, type ReceivedContent } from './content-store';
import { MeasuredPieces } from './measured-pieces';

/** True when an operation failed because there is no such file or folder. */
const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes(String((error as { code?: unknown } | null)?.code));

/** Nobody else on the machine has to read what people store. */
const ownerOnly = { folder: 0o700, file: 0o600 };

/** Makes the names in a folder survive a crash; the bytes of a file alone would not be found again. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Keeps content as files of a folder. Several processes may share it. What is arriving lies in `incoming`, what is
 * kept in `content`, spread over 256 folders by the first characters of the key.
 */
export class FileContentStore implements ContentStore {
  private readonly incoming: string;
  private readonly kept: string;

  constructor(folder: string) {
    this.incoming = join(folder, 'incoming');
    this.kept = join(folder, 'content');
  }

  async assertUsable(): Promise<void> {
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

  /** Each piece is on its way to the disk before the next one is asked for: no more than one is held. */
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
    const folder = this.folderOf(key);
    if (await mkdir(folder, { recursive: true, mode: ownerOnly.folder })) await syncFolder(this.kept);
    await rename(path, join(folder, key));
    await syncFolder(folder);
  }

  private folderOf(key: string): string {
    if (!isContentKey(key)) throw new Error('This is not a key of stored content.');
    return join(this.kept, key.slice(0, 2));
  }

  async read(key: string): Promise<Readable | null> {
    try {
      const file = await open(join(this.folderOf(key), key), 'r');
      return file.createReadStream();
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await rm(join(this.folderOf(key), key), { force: true });
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

/** True when a file was last written before an instant; false when it is gone by now. */
async function isOlder(path: string, time: number): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < time;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
