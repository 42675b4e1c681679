import 'reflect-metadata';
import type { DataSource } from 'typeorm';
import { migrate } from '../../src/platform/database/migrating/migrate';
import { databaseContents, type TableContents } from '../support/database-contents';
import { insertRows, migrationsUpTo, withMigrationsUpTo } from '../support/earlier-database';
import { findDatabaseServer } from '../support/installed-programs';
import { openBeside, openTestDatabase } from '../support/mariadb';
import { makeMortal, ProcessKilledError } from '../support/mortal-source';
import { rowsOfThen } from '../support/rows-of-then';

const hasMysql = Boolean(process.env.TEST_DATABASE_URL ?? findDatabaseServer());

const numberOf = (name: string): number => Number(name.slice(-13));

const names = migrationsUpTo(Infinity)
  .map(({ name }) => name)
  .sort((one, other) => numberOf(one) - numberOf(other));

/** Carries out one migration as earlier releases did. */
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

/** The first one, which also makes the table of migrations. */
const begin = (url: string, name: string) =>
  withMigrationsUpTo(
    url,
    numberOf(name),
    async (source) => void (await source.runMigrations({ transaction: 'none' })),
  );

/** Goes through the migrations one by one, and stores at its time what each release had stored. */
async function throughAllMigrations(
  url: string,
  migrateOne: (url: string, name: string) => Promise<void>,
): Promise<Record<string, TableContents>> {
  let stored = 0;
  for (const name of names) {
    await migrateOne(url, name);
    const then = rowsOfThen.slice(stored).filter(({ lastOfThen }) => lastOfThen <= numberOf(name));
    stored += then.length;
    for (const { rows } of then)
      await withMigrationsUpTo(url, numberOf(name), (source) => insertRows(source.manager, rows));
  }
  return withMigrationsUpTo(url, Infinity, databaseContents);
}

/** How many statements each migration has on these rows. */
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

/** Cuts a migration off as an earlier release, after a share of its statements, then carries it out as this one. */
async function cutOff(url: string, name: string, share: number): Promise<void> {
  await withMigrationsUpTo(url, numberOf(name), async (source) => {
    let left = Math.ceil(share * (lengths.get(name) ?? 0));
    if (left === 0) return;
    makeMortal(source, () => (left -= 1) === 0);
    await expect(carryOutAsThen(source, name)).rejects.toThrow(ProcessKilledError);
  });
  await withMigrationsUpTo(url, numberOf(name), async (source) => {
    await migrate(source, 'mysql');
    // As if it had been the earlier release, for the sake of the next migration.
    await source.query('DROP TABLE migration_lock, migration_steps');
  });
}

/** A statement on rows that is repeated may store again what is numbered at random; nobody takes harm from that. */
const withoutRepetitions = (contents: Record<string, TableContents>) =>
  Object.fromEntries(
    Object.entries(contents).map(([table, { definition, rows }]) => [
      table,
      { definition, rows: new Set(rows) },
    ]),
  );

/** Nothing is taken for ours before it: a database without a finished migration may be somebody else's. */
const first = names[0];

(hasMysql ? describe : describe.skip)(
  'a MySQL database that an earlier release has left half migrated',
  () => {
    it.each([0.5, 1])('is brought up to date: after %d of each migration', async (share) => {
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
