import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import SqliteDatabase from 'better-sqlite3';
import type { Database } from '../platform/database/database';
import type { ReportProgress } from '../platform/progress';
import { contentRows, type Query } from './content-rows';
import type { Installation } from './installation';
import { contentFile, databaseFileName, sha256, writeManifest, type Manifest } from './manifest';
import { dumpDatabase } from './sql-programs';

/**
 * Copies a snapshot of the database, and the content store, into an empty folder while the service runs. Content is
 * copied before the database, and newly added content after it, so the copy has everything that its rows name. The only
 * exception is content that was stored and deleted again in between; a restore drops such rows. Content without a row
 * does no harm, because the service sweeps it.
 *
 * @param report told how many of its steps are done: each content is copied, and the database
 */
export async function backUp(
  folder: string,
  { url, store, contentTables }: Installation,
  database: Database,
  report: ReportProgress = () => undefined,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);
  const contents: Manifest['contents'] = {};
  const copy = async (key: string): Promise<boolean> => {
    const stream = await store.read(key);
    if (stream) contents[key] = await copyContent(stream, contentFile(folder, key));
    return stream !== null;
  };
  const keys: string[] = [];
  for await (const key of store.keysBefore(Infinity)) keys.push(key);
  const steps = keys.length + 1;
  for (const [index, key] of keys.entries()) {
    await copy(key);
    report(index + 1, steps);
  }

  const time = new Date().toISOString();
  const file = databaseFileName(database.dialect);
  const path = join(folder, file);
  if (database.dialect === 'mysql') await dumpDatabase(url, path);
  else await copySqlite(url.slice('sqlite:'.length), path);
  report(steps, steps);

  const missing: string[] = [];
  const query: Query = (...statement) => database.reader.query(...statement);
  for await (const rows of contentRows(query, contentTables))
    for (const { key } of rows) if (!contents[key] && !(await copy(key))) missing.push(key);
  const [last]: { name: string }[] = await database.reader.query(
    'SELECT name FROM migrations ORDER BY id DESC LIMIT 1',
  );
  const manifest: Manifest = {
    version: 1,
    time,
    dialect: database.dialect,
    migration: last?.name ?? '',
    database: { file, sha256: await sha256(path) },
    contents,
    missing,
  };
  await writeManifest(folder, manifest);
  return manifest;
}

/** One read transaction, so that concurrent writes continue and do not appear in the copy. */
async function copySqlite(from: string, to: string): Promise<void> {
  // SQLite fills an empty file, and would make one that others can read.
  await writeFile(to, '', { mode: 0o600, flag: 'wx' });
  const source = new SqliteDatabase(from, { readonly: true, fileMustExist: true });
  try {
    source.prepare('VACUUM INTO ?').run(to);
  } finally {
    source.close();
  }
}

async function copyContent(stream: Readable, path: string) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      size += piece.length;
      done(null, piece);
    },
  });
  await pipeline(stream, measure, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  return { size, sha256: hash.digest('hex') };
}
