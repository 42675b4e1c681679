import type { DataSource } from 'typeorm';

/** Only in a database that is being restored. MySQL has no transaction around the statements of a dump. */
const marker = 'unfinished_restore';

/** The statements before and after those of a restored dump. */
export const restoring = {
  begin: `CREATE TABLE ${marker} (id INTEGER NOT NULL PRIMARY KEY)`,
  end: `DROP TABLE ${marker}`,
};

/** A restore of the database was interrupted, or is still running. */
export class HalfRestoredDatabaseError extends Error {}

/** Throws while only part of a backup is restored: tables may be missing, and the last one may lack rows. */
export async function assertRestored(source: DataSource): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    if (await runner.hasTable(marker))
      throw new HalfRestoredDatabaseError(
        'A backup is being restored to this database, or was not restored to its end, so data is missing. ' +
          'If no restore is running, replace it by an empty database and restore the backup again.',
      );
  } finally {
    await runner.release();
  }
}
