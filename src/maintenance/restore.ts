import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { serverAddresses } from '../database/cluster/addresses';
import type { ContentStore } from '../storage/content-store';
import { assertUnchanged, contentFile, readManifest, type Manifest } from './manifest';
import { loadDatabase } from './sql-programs';

/**
 * Puts a backup into an empty database and a content store. Nothing is written before every file of the backup is known
 * to be what was copied. Throws when the database is not empty, or of the other dialect.
 *
 * @param url `DATABASE_URL`
 */
export async function restore(folder: string, url: string, store: ContentStore): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const dialect = url.startsWith('mysql:') ? 'mysql' : 'sqlite';
  if (manifest.dialect !== dialect)
    throw new Error(`The backup is of ${manifest.dialect}, the database of the settings is ${dialect}.`);
  await (dialect === 'mysql' ? assertEmptyMysql(url) : assertNoFile(url));
  const database = join(folder, manifest.database.file);
  await assertUnchanged(database, manifest.database.sha256);
  for (const [key, { sha256 }] of Object.entries(manifest.contents))
    await assertUnchanged(contentFile(folder, key), sha256);

  // Content first: rows that name it must find it.
  for (const key of Object.keys(manifest.contents)) {
    const received = await store.receive(createReadStream(contentFile(folder, key)));
    await received.keep(key);
  }
  if (dialect === 'mysql') await loadDatabase(url, database);
  else await placeFile(database, sqlitePath(url));
  return manifest;
}

const sqlitePath = (url: string): string => url.slice('sqlite:'.length);

function assertNoFile(url: string): void {
  if (existsSync(sqlitePath(url)))
    throw new Error(`${sqlitePath(url)} is there already. Move it away first.`);
}

async function assertEmptyMysql(url: string): Promise<void> {
  const connection = await createConnection({ ...serverAddresses(url)[0] });
  try {
    const [tables] = await connection.query<RowDataPacket[]>('SHOW TABLES');
    if (tables.length > 0)
      throw new Error('The database of DATABASE_URL is not empty. Create an empty one first.');
  } finally {
    await connection.end();
  }
}

/** The file gets its name once it is whole. */
async function placeFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const unfinished = `${to}.restoring`;
  try {
    await copyFile(from, unfinished);
    await rename(unfinished, to);
  } finally {
    await rm(unfinished, { force: true });
  }
}
