import 'reflect-metadata';
import { migrate } from '../../src/platform/database/migrating/migrate';
import { databaseContents } from '../support/database-contents';
import { dialects, endMigrationLease, insertRows, withMigrationsUpTo } from '../support/earlier-database';
import { openBeside } from '../support/mariadb';
import { makeMortal, ProcessKilledError } from '../support/mortal-source';
import { earlierRows } from '../support/earlier-rows';

const dialectOf = (url: string) => (url.startsWith('mysql:') ? 'mysql' : 'sqlite');

/** A statement and the preceding one, without parts that differ between processes. */
const placeOf = (statements: readonly string[]): string =>
  statements
    .slice(-2)
    .join('\n')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b\d{13}\b/g, '');

/**
 * Migrates with one process after the other. Each is killed right after the first statement that none was killed after
 * before, until one completes.
 *
 * @returns the number of killed processes
 */
async function migrateWithKills(url: string, lastMigration: number): Promise<number> {
  const known = new Set<string>();
  while (!(await comesThrough(url, lastMigration, known)))
    await withMigrationsUpTo(url, lastMigration, endMigrationLease);
  return known.size;
}

async function comesThrough(url: string, lastMigration: number, known: Set<string>): Promise<boolean> {
  const statements: string[] = [];
  const isKilledAfter = (sql: string, parameters: unknown[]): boolean => {
    statements.push(`${sql} ${JSON.stringify(parameters)}`);
    const place = placeOf(statements);
    const isNew = !known.has(place);
    known.add(place);
    return isNew;
  };
  try {
    await withMigrationsUpTo(url, lastMigration, (source) => {
      makeMortal(source, isKilledAfter);
      return migrate(source, dialectOf(url));
    });
    return true;
  } catch (error) {
    if (error instanceof ProcessKilledError) return false;
    throw error;
  }
}

const unharmed = async (url: string, lastMigration: number): Promise<void> =>
  withMigrationsUpTo(url, lastMigration, (source) => migrate(source, dialectOf(url)));

/** Migrates an empty database release by release, and stores what each release stored. */
async function throughAllReleases(
  url: string,
  migrateTo: (url: string, lastMigration: number) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  for (const { lastMigration, rows } of earlierRows) {
    await migrateTo(url, lastMigration);
    await withMigrationsUpTo(url, lastMigration, (source) => insertRows(source.manager, rows));
  }
  return withMigrationsUpTo(url, Infinity, databaseContents);
}

/** Runs with a second empty database next to that of `url`. */
async function withAnother<T>(url: string, work: (another: string) => Promise<T>): Promise<T> {
  if (dialectOf(url) === 'sqlite') return work(`${url}-another`);
  const another = await openBeside(url);
  try {
    return await work(another.url);
  } finally {
    await another.close();
  }
}

describe.each(dialects)('the migrations of a %s database', (_name, on) => {
  it('have the same result however often the process is killed, after any statement', () =>
    on(async (url) => {
      const expected = await withAnother(url, (another) => throughAllReleases(another, unharmed));
      let kills = 0;
      const killed = await throughAllReleases(url, async (...parameters) => {
        kills += await migrateWithKills(...parameters);
      });
      expect(killed).toEqual(expected);
      // At least as many as there are statements.
      expect(kills).toBeGreaterThan(300);
    }));
});
