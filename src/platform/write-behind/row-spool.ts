import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { classifyOutage } from '../outage';

/** Serialization of rows to JSON and back. */
export interface RowCodec<Row> {
  encode(rows: readonly Row[]): unknown;
  decode(stored: unknown): Row[];
}

/** For rows that are already JSON. */
export const asTheyAre = <Row>(): RowCodec<Row> => ({
  encode: (rows) => rows,
  decode: (stored) => stored as Row[],
});

/** Other users of the machine must not read the log. */
const ownerOnly = { folder: 0o700, file: 0o600 };

/** Maximum number of files with a thousand rows each: more would fill the disk during a long outage. */
const mostFiles = 5_000;

/**
 * Files in which rows wait for an unavailable database. They survive the process, and any process with the same
 * folder can store them. A file never changes once it has its name, and is deleted once its rows are stored. If a
 * process is killed between the two, the file is stored again; rows have keys, so each is stored only once.
 */
export class RowSpool<Row> {
  private readonly finished: RegExp;

  /** @param what the kind of rows: prefix of the file names */
  constructor(
    private readonly folder: string,
    private readonly what: string,
    private readonly codec: RowCodec<Row>,
  ) {
    this.finished = new RegExp(`^${what}-[\\w-]+\\.json$`);
  }

  /** Writes rows to a file. From then on they survive a crash. Throws when they could not be written. */
  async put(rows: readonly Row[]): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: ownerOnly.folder });
    if ((await this.files()).length >= mostFiles) throw new Error('Too many rows are waiting in files.');
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
   * Stores all rows from files. Throws when the database is unavailable. Files that cannot be read or stored for
   * another reason are logged and stay: they must not block the others.
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
      if (classifyOutage(error)) throw error;
      return tell(error);
    }
    await rm(path, { force: true }).catch(tell);
  }

  /** Empty if another process has just stored them. */
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
