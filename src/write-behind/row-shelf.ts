import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { outageOf } from '../outage';

/** How rows become JSON and come back from it. */
export interface RowCodec<Row> {
  encode(rows: readonly Row[]): unknown;
  decode(stored: unknown): Row[];
}

/** For rows that are JSON already. */
export const asTheyAre = <Row>(): RowCodec<Row> => ({
  encode: (rows) => rows,
  decode: (stored) => stored as Row[],
});

/** What is on record concerns nobody else on the machine. */
const ownerOnly = { folder: 0o700, file: 0o600 };

/** So many files at most, of a thousand rows each: more would fill the disk while the database is away for long. */
const mostFiles = 5_000;

/**
 * Files in which rows wait for a database that is away. They survive the process, and any other process with the same
 * folder may store them: a file never changes once it has its name, and is deleted once its rows are stored. A process that
 * is killed between the two leaves it to be stored again, so rows have keys of their own and are stored once all the same.
 */
export class RowShelf<Row> {
  private readonly finished: RegExp;

  /** @param what what the rows are: the beginning of the names of the files */
  constructor(
    private readonly folder: string,
    private readonly what: string,
    private readonly codec: RowCodec<Row>,
  ) {
    this.finished = new RegExp(`^${what}-[\\w-]+\\.json$`);
  }

  /** Keeps rows. They survive a crash from then on. Throws when they could not be kept. */
  async put(rows: readonly Row[]): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: ownerOnly.folder });
    if ((await this.files()).length >= mostFiles) throw new Error('Too many rows wait in files.');
    const path = join(this.folder, `${this.what}-${Date.now()}-${randomUUID()}.json`);
    const unfinished = `${path}.part`;
    try {
      const file = await open(unfinished, 'wx', ownerOnly.file);
      try {
        await file.writeFile(JSON.stringify(this.codec.encode(rows)));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    await this.syncFolder();
  }

  /**
   * Stores all rows that were kept. Throws when the database is away. What cannot be read or stored for another reason is
   * told and stays where it is: it must not keep back the rest.
   */
  async storeAll(
    store: (rows: readonly Row[]) => Promise<void>,
    tell: (error: unknown) => void,
  ): Promise<void> {
    const names = await this.files().catch((error: unknown) => {
      tell(error);
      return [];
    });
    for (const name of names) await this.storeFile(join(this.folder, name), store, tell);
  }

  private async storeFile(
    path: string,
    store: (rows: readonly Row[]) => Promise<void>,
    tell: (error: unknown) => void,
  ): Promise<void> {
    const rows = await this.read(path).catch(tell);
    if (!rows) return;
    try {
      if (rows.length > 0) await store(rows);
    } catch (error) {
      if (outageOf(error)) throw error;
      return tell(error);
    }
    await rm(path, { force: true }).catch(tell);
  }

  /** None, when another process has just stored them. */
  private async read(path: string): Promise<Row[]> {
    try {
      return this.codec.decode(JSON.parse(await readFile(path, 'utf8')));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  private async files(): Promise<string[]> {
    try {
      return (await readdir(this.folder)).filter((name) => this.finished.test(name)).sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  /** Makes the names of the files survive a crash, too. */
  private async syncFolder(): Promise<void> {
    const handle = await open(this.folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}
