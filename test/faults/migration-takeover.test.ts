import 'reflect-metadata';
import type { DataSource } from 'typeorm';
import { migrate } from '../../src/platform/database/migrating/migrate';
import { MigrationTakenOverError } from '../../src/platform/database/migrating/migration-lock';
import { databaseContents } from '../support/database-contents';
import { endMigrationLease, insertRows, withMigrationsUpTo } from '../support/earlier-database';
import { hasMysql, openBeside, openTestDatabase } from '../support/mariadb';
import { haltAfter } from '../support/mortal-source';
import { earlierRows } from '../support/earlier-rows';
import { waitFor } from '../support/wait-until';

const [ofAccounts] = earlierRows;
const lastMigration = ofAccounts?.lastMigration ?? 0;

/** Seconds. A process that sleeps does not renew its lease. */
const longLease = 3_600;

async function fill(url: string): Promise<void> {
  await withMigrationsUpTo(url, lastMigration, async (source) => {
    await migrate(source, 'mysql');
    await insertRows(source.manager, ofAccounts?.rows ?? []);
  });
}

async function ownerOf(source: DataSource): Promise<string | undefined> {
  const [row] = await source.query<{ owner: string }[]>('SELECT owner FROM migration_lock');
  return row?.owner;
}

// On SQLite no process can take over in the middle of a migration, which is one transaction that excludes other
// writers.
(hasMysql ? describe : describe.skip)('a process that sleeps in the middle of a migration', () => {
  it('counts as dead, and records nothing when it wakes up', async () => {
    const database = await openTestDatabase();
    const another = await openBeside(database.url);
    try {
      await Promise.all([fill(database.url), fill(another.url)]);
      const expected = await withMigrationsUpTo(another.url, Infinity, async (source) => {
        await migrate(source, 'mysql');
        return databaseContents(source);
      });
      await withMigrationsUpTo(database.url, Infinity, (sleeper) =>
        withMigrationsUpTo(database.url, Infinity, async (source) => {
          const halt = haltAfter(sleeper, /UPDATE data_sets SET address/);
          const late = expect(migrate(sleeper, 'mysql', longLease)).rejects.toThrow(MigrationTakenOverError);
          await halt.reached;
          const former = await ownerOf(source);
          await endMigrationLease(source);
          const done = migrate(source, 'mysql');
          await waitFor('another owner of the lock', async () => {
            const owner = await ownerOf(source);
            return (owner !== null && owner !== former) || undefined;
          });
          halt.goOn();
          await late;
          await done;
          expect(await databaseContents(source)).toEqual(expected);
        }),
      );
    } finally {
      await another.close();
      await database.close();
    }
  });
});
