import 'reflect-metadata';
import type { DataSource } from 'typeorm';
import { migrate } from '../../src/platform/database/migrating/migrate';
import { dialects, endMigrationLease, withMigrationsUpTo } from '../support/earlier-database';
import { makeMortal, ProcessKilledError } from '../support/mortal-source';
import { deduplicator, newPerson } from '../support/person';
import { at, cbg } from '../support/records';
import { startServer } from '../support/server-process';

const dialectOf = (url: string) => (url.startsWith('mysql:') ? 'mysql' : 'sqlite');

/** The indexes of the earlier release, whose queries name `records_upload` like those of this one. */
const earlierIndexes = {
  sqlite: ['DROP INDEX records_key', 'DROP INDEX records_upload', 'DROP INDEX records_hash'],
  mysql: ['records_key', 'records_upload', 'records_hash'].map((name) => `DROP INDEX ${name} ON records`),
};

/** Takes a database back to before the indexes of records were merged. */
async function takeBack(source: DataSource, url: string): Promise<void> {
  for (const statement of earlierIndexes[dialectOf(url)]) await source.query(statement);
  await source.query('CREATE UNIQUE INDEX records_upload ON records (user_id, upload_id, id)');
  await source.query('CREATE INDEX records_origin ON records (user_id, upload_id, origin_id)');
  await source.query('CREATE INDEX records_hash ON records (user_id, hash)');
  await source.query('CREATE INDEX records_id ON records (user_id, id)');
  await source.query("DELETE FROM migrations WHERE name LIKE 'MergedRecordIndexes%'");
}

/** Migrates with a process that is killed after some statements; false if it was. */
async function comesThrough(url: string, statements: number): Promise<boolean> {
  try {
    await withMigrationsUpTo(url, Infinity, (source) => {
      let left = statements;
      makeMortal(source, () => (left -= 1) === 0);
      return migrate(source, dialectOf(url));
    });
    return true;
  } catch (error) {
    if (error instanceof ProcessKilledError) return false;
    throw error;
  }
}

const records = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    cbg({ time: at(5 * (first + index)), origin: { id: `origin ${first + index}` } }),
  );

describe.each(dialects)('the indexes of the records of a %s database', (_name, on) => {
  it('are merged beside a process that uploads and reads, however often the migration is killed', () =>
    on(async (databaseUrl) => {
      const server = await startServer({ DATABASE_URL: databaseUrl });
      const person = await newPerson(server);
      const body = { deduplicator: deduplicator('dataset.delete.origin') };
      const dataSetId = await person.openedContinuous(body);
      await person.uploaded(dataSetId, records(0, 500));
      await withMigrationsUpTo(databaseUrl, Infinity, (source) => takeBack(source, databaseUrl));
      let stored = 500;
      let isMigrated = false;
      const work = async () => {
        do {
          // The last ten anew, which replace the earlier ones, and ten more.
          await person.uploaded(dataSetId, records(stored - 10, 20));
          stored += 10;
          expect(await person.records(`type=cbg&uploadId=${dataSetId}`)).toHaveLength(stored);
        } while (!isMigrated);
      };
      const working = work();
      for (let statements = 1; !(await comesThrough(databaseUrl, statements)); statements += 1)
        await withMigrationsUpTo(databaseUrl, Infinity, endMigrationLease);
      isMigrated = true;
      await working;
      await work();
      const origins = (await person.records('type=cbg')).flatMap(({ origin }) => origin?.id ?? []);
      expect(new Set(origins).size).toBe(stored);
      expect(origins).toHaveLength(stored);
      await server.close();
    }));
});
