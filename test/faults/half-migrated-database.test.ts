import 'reflect-metadata';
import type { DataSource } from 'typeorm';
import { migrate } from '../../src/platform/database/migrating/migrate';
import { databaseContents, type TableContents } from '../support/database-contents';
import { insertRows, migrationsUpTo, withMigrationsUpTo } from '../support/earlier-database';
import { hasMysql, openBeside, openTestDatabase } from '../support/mariadb';
import { makeMortal, ProcessKilledError } from '../support/mortal-source';
import { earlierRows } from '../support/earlier-rows';

const numberOf = (name: string): number => Number(name.slice(-13));

const names = migrationsUpTo(Infinity)
  .map(({ name }) => name)
  .sort((one, other) => numberOf(one) - numberOf(other));

/** Runs one migration as earlier releases did. */
async function carryOutAsThen(source: DataSource, name: string): Promise<void> {
  const migration = source.migrations.find((each) => each.name === name);
  const runner = source.createQueryRunner();
  try {
    await migration?.up(runner);
    await runner.query('INSERT INTO migrations (timestamp, name) VALUES (?, ?)', [numberOf(name), name]);
  } finally {
    await runner.release();
  }
}

/** The first one, which also creates the table of migrations. */
const begin = (url: string, name: string) =>
  withMigrationsUpTo(
    url,
    numberOf(name),
    async (source) => void (await source.runMigrations({ transaction: 'none' })),
  );

/** Runs the migrations one by one, and stores what each release stored at its time. */
async function throughAllMigrations(
  url: string,
  migrateOne: (url: string, name: string) => Promise<void>,
): Promise<Record<string, TableContents>> {
  let stored = 0;
  for (const name of names) {
    await migrateOne(url, name);
    const then = earlierRows.slice(stored).filter(({ lastMigration }) => lastMigration <= numberOf(name));
    stored += then.length;
    for (const { rows } of then)
      await withMigrationsUpTo(url, numberOf(name), (source) => insertRows(source.manager, rows));
  }
  return withMigrationsUpTo(url, Infinity, databaseContents);
}

/** Number of statements of each migration on these rows. */
const lengths = new Map<string, number>();

const measure = (url: string, name: string) =>
  withMigrationsUpTo(url, numberOf(name), async (source) => {
    let statements = 0;
    makeMortal(source, () => {
      statements += 1;
      return false;
    });
    await carryOutAsThen(source, name);
    lengths.set(name, statements - 1);
  });

/** Aborts a migration of an earlier release after some of its statements, then runs it with this release. */
async function cutOff(url: string, name: string, share: number): Promise<void> {
  await withMigrationsUpTo(url, numberOf(name), async (source) => {
    let left = Math.ceil(share * (lengths.get(name) ?? 0));
    if (left === 0) return;
    makeMortal(source, () => (left -= 1) === 0);
    await expect(carryOutAsThen(source, name)).rejects.toThrow(ProcessKilledError);
  });
  await withMigrationsUpTo(url, numberOf(name), async (source) => {
    await migrate(source, 'mysql');
    // As if by the earlier release, so that the next migration runs.
    await source.query('DROP TABLE migration_lock, migration_steps');
  });
}

/** A repeated statement on rows may store other random numbers, which does no harm. */
const withoutRepetitions = (contents: Record<string, TableContents>) =>
  Object.fromEntries(
    Object.entries(contents).map(([table, { definition, rows }]) => [
      table,
      { definition, rows: new Set(rows) },
    ]),
  );

/** Without a finished migration, the service does not assume that a database is its own. */
const first = names[0];

(hasMysql ? describe : describe.skip)(
  'a MySQL database that an earlier release has left half migrated',
  () => {
    it.each([0.5, 1])('is migrated: after %d of each migration', async (share) => {
      const database = await openTestDatabase();
      const another = await openBeside(database.url);
      try {
        const through = (url: string, others: typeof measure) =>
          throughAllMigrations(url, (...one) => (one[1] === first ? begin(...one) : others(...one)));
        const expected = await through(another.url, measure);
        const actual = await through(database.url, (url, name) => cutOff(url, name, share));
        expect(withoutRepetitions(actual)).toEqual(withoutRepetitions(expected));
      } finally {
        await another.close();
        await database.close();
      }
    });
  },
);
