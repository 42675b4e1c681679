import 'reflect-metadata';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '../../src/platform/database/migrating/migrate';
import { isRunning, killChild, startChild } from '../support/child';
import { databaseContents } from '../support/database-contents';
import { endMigrationLease, insertRows, withMigrationsUpTo } from '../support/earlier-database';
import { findDatabaseServer } from '../support/installed-programs';
import { openBeside, openRestartableDatabase } from '../support/mariadb';
import { earlierRows } from '../support/earlier-rows';
import { waitForTakeover } from '../support/wait-until';

/** Maximum number of processes that start to migrate. */
const processes = 60;
/** Maximum milliseconds before a kill, in which a process completes a few migrations. */
const longestLife = 250;

const [ofAccounts] = earlierRows;
const lastMigration = ofAccounts?.lastMigration ?? 0;

const hasMysql = Boolean(findDatabaseServer());
const dialectOf = (url: string) => (url.startsWith('mysql:') ? 'mysql' : 'sqlite');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glycograph-storm-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A database of the first release, with what that release stored. */
const fill = (url: string) =>
  withMigrationsUpTo(url, lastMigration, async (source) => {
    await migrate(source, dialectOf(url));
    await insertRows(source.manager, ofAccounts?.rows ?? []);
  });

/** The result without kills. */
const complete = (url: string) =>
  withMigrationsUpTo(url, Infinity, async (source) => {
    await endMigrationLease(source);
    await migrate(source, dialectOf(url));
    return databaseContents(source);
  });

const isOwned = (url: string) =>
  withMigrationsUpTo(url, Infinity, async (source) => {
    const rows = await source.query<unknown[]>('SELECT name FROM migration_lock WHERE expires_time > 0');
    return rows.length > 0;
  });

/** What is killed instead of the process, and restarted. */
interface Server {
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Migrates with one process after the other and kills it, or every third time the database server. */
async function storm(url: string, server?: Server): Promise<{ killed: number; comesThrough: boolean }> {
  for (let killed = 0; ; killed += 1) {
    await withMigrationsUpTo(url, Infinity, endMigrationLease);
    const child = startChild({
      command: process.execPath,
      arguments: [resolve('dist/src/migrate.js')],
      env: { PATH: process.env.PATH, DATABASE_URL: url },
      logFile: join(folder, 'migrate.log'),
    });
    const ended = once(child, 'exit');
    await waitForTakeover(
      'a process that migrates',
      async () => !isRunning(child) || (await isOwned(url).catch(() => false)) || undefined,
    );
    await pause(Math.random() * longestLife);
    if (!isRunning(child)) return { killed, comesThrough: child.exitCode === 0 };
    if (killed === processes) {
      await ended;
      return { killed, comesThrough: child.exitCode === 0 };
    }
    if (server && killed % 3 === 2) {
      await server.kill();
      await ended;
      await server.start();
    } else await killChild(child);
  }
}

it('a SQLite database is migrated by processes that are killed', async () => {
  const [url, another] = ['storm.db', 'calm.db'].map((file) => `sqlite:${join(folder, file)}`) as [
    string,
    string,
  ];
  await fill(url);
  await fill(another);
  const { killed, comesThrough } = await storm(url);
  expect(killed).toBeGreaterThan(0);
  expect(comesThrough).toBe(true);
  expect(await complete(url)).toEqual(await complete(another));
});

(hasMysql ? it : it.skip)(
  'a MySQL database is brought up to date by processes that are killed, as is its server',
  async () => {
    const database = await openRestartableDatabase();
    try {
      const another = await openBeside(database.url);
      await fill(database.url);
      await fill(another.url);
      const expected = await complete(another.url);
      const { killed, comesThrough } = await storm(database.url, database);
      expect(killed).toBeGreaterThan(0);
      expect(comesThrough).toBe(true);
      expect(await complete(database.url)).toEqual(expected);
    } finally {
      await database.close();
    }
  },
);
