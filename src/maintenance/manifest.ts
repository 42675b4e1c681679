import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Dialect } from '../platform/database/dialect';

const shape = z.object({
  /** Format version of a backup. */
  version: z.literal(1),
  /** When the database was copied, in ISO 8601. */
  time: z.string(),
  dialect: z.enum(['sqlite', 'mysql']),
  /** The last migration of the copied database. */
  migration: z.string(),
  /** The database file within the folder, and its SHA-256 in hex. */
  database: z.object({ file: z.string(), sha256: z.string() }),
  /** The content store by key: bytes and SHA-256 in hex. */
  contents: z.record(z.string(), z.object({ size: z.number().int(), sha256: z.string() })),
  /** Keys that rows name but the store did not have. */
  missing: z.array(z.string()),
});

/** The contents of a backup, so that a restore can detect an incomplete one. */
export type Manifest = z.infer<typeof shape>;

const manifestFile = (folder: string) => join(folder, 'backup.json');

/** Path of the content with a key in the folder of a backup. */
export const contentFile = (folder: string, key: string): string => join(folder, 'content', key);

/** The database file in a backup. */
export const databaseFileName = (dialect: Dialect): string =>
  dialect === 'sqlite' ? 'database.db' : 'database.sql';

/** Written last: a folder without it is not a backup. */
export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(manifestFile(folder), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flag: 'wx' });

/** Throws when the folder has no backup, or an incomplete one. */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(manifestFile(folder), 'utf8');
  } catch (error) {
    throw new Error(`${folder} holds no complete backup: backup.json is missing.`, { cause: error });
  }
  const parsed = shape.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`${manifestFile(folder)} was not written by this program.`);
  return parsed.data;
}

/** The SHA-256 of a file, in hex. */
export async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** Throws when a file differs from the copied one. */
export async function assertUnchanged(path: string, expected: string): Promise<void> {
  if ((await sha256(path)) !== expected)
    throw new Error(`${path} is not what was copied: its checksum differs.`);
}
