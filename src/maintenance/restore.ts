import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import SqliteDatabase from 'better-sqlite3';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { serverAddresses } from '../platform/database/cluster/addresses';
import { restoring } from '../platform/database/migrating/unfinished-restore';
import type { ReportProgress } from '../platform/progress';
import { ensureFolder } from '../platform/settings/ensure-folder';
import { contentRows, deleteContentRow, type Query } from './content-rows';
import type { Installation } from './installation';
import { assertUnchanged, contentFile, readManifest, type Manifest } from './manifest';
import { loadDatabase } from './sql-programs';

/**
 * Restores a backup into an empty database and a content store. All files of the backup are verified before anything is
 * written. Throws when the database is not empty, or has another dialect.
 *
 * @param report told how many of its steps are done: each content is verified and stored
 */
export async function restore(
  folder: string,
  { url, store, contentTables }: Installation,
  report: ReportProgress = () => undefined,
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const dialect = url.startsWith('mysql:') ? 'mysql' : 'sqlite';
  if (manifest.dialect !== dialect)
    throw new Error(`The backup is of ${manifest.dialect}, the database of the settings is ${dialect}.`);
  await (dialect === 'mysql' ? assertEmptyMysql(url) : assertNoFile(url));
  const database = join(folder, manifest.database.file);
  await assertUnchanged(database, manifest.database.sha256);
  const contents = Object.entries(manifest.contents);
  let done = 0;
  const reportNext = () => report((done += 1), 2 * contents.length);
  for (const [key, { sha256 }] of contents) {
    await assertUnchanged(contentFile(folder, key), sha256);
    reportNext();
  }

  // Content first, because rows that name it must find it.
  for (const [key] of contents) {
    const received = await store.receive(createReadStream(contentFile(folder, key)));
    await received.keep(key);
    reportNext();
  }
  const leaveOut: LeaveOut = (query) => leaveOutDeleted(query, contentTables, manifest);
  if (dialect === 'mysql') await loadMysql(url, database, leaveOut);
  else await placeFile(database, sqlitePath(url), leaveOut);
  return manifest;
}

/** Changes a restored database before it is used. */
type LeaveOut = (query: Query) => Promise<void>;

/**
 * Deletes rows of content that was stored and deleted again during the backup; at its end, neither content store nor
 * database had it.
 */
async function leaveOutDeleted(
  query: Query,
  tables: readonly string[],
  { contents, missing }: Manifest,
): Promise<void> {
  const known = new Set([...Object.keys(contents), ...missing]);
  for await (const rows of contentRows(query, tables))
    for (const row of rows) if (!known.has(row.key)) await deleteContentRow(query, row);
}

const sqlitePath = (url: string): string => url.slice('sqlite:'.length);

/** The files of an SQLite database: what a killed process leaves in the others is a part of it, and of no other one. */
const filesOfDatabase = (path: string): string[] =>
  ['', '-wal', '-shm', '-journal'].map((end) => `${path}${end}`);

function assertNoFile(url: string): void {
  const present = filesOfDatabase(sqlitePath(url)).filter((file) => existsSync(file));
  if (present.length === 1) throw new Error(`${present[0]} is there already. Move it away first.`);
  const names = new Intl.ListFormat('en').format(present);
  if (present.length > 1) throw new Error(`${names} are there already. Move them away first.`);
}

const connect = (url: string) => createConnection({ ...serverAddresses(url)[0] });

async function assertEmptyMysql(url: string): Promise<void> {
  const connection = await connect(url);
  try {
    const [tables] = await connection.query<RowDataPacket[]>('SHOW TABLES');
    if (tables.length > 0)
      throw new Error('The database of DATABASE_URL is not empty. Create an empty one first.');
  } finally {
    await connection.end();
  }
}

/** No process starts on the database before it is complete. */
async function loadMysql(url: string, from: string, leaveOut: LeaveOut): Promise<void> {
  await runMysql(url, (query) => query(restoring.begin, []));
  await loadDatabase(url, from);
  await runMysql(url, async (query) => {
    await leaveOut(query);
    await query(restoring.end, []);
  });
}

/** Runs statements on a connection of their own: loading may take longer than one is kept. */
async function runMysql(url: string, work: (query: Query) => Promise<unknown>): Promise<void> {
  const connection = await connect(url);
  try {
    await work(async (statement, parameters) => (await connection.query(statement, parameters))[0]);
  } finally {
    await connection.end();
  }
}

/** The file is renamed once it is complete. Only its owner can read it, whatever the mode of the backup. */
async function placeFile(from: string, to: string, leaveOut: LeaveOut): Promise<void> {
  ensureFolder(dirname(to));
  const unfinished = `${to}.restoring`;
  const clear = () => Promise.all(filesOfDatabase(unfinished).map((file) => rm(file, { force: true })));
  await clear();
  try {
    await pipeline(createReadStream(from), createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }));
    const file = new SqliteDatabase(unfinished);
    try {
      await leaveOut((statement, parameters) => {
        const prepared = file.prepare(statement);
        return Promise.resolve(prepared.reader ? prepared.all(parameters) : prepared.run(parameters));
      });
    } finally {
      file.close();
    }
    await rename(unfinished, to);
  } finally {
    await clear();
  }
}
