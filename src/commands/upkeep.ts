import { backUp } from '../maintenance/backup';
import type { Installation } from '../maintenance/installation';
import { findDamage } from '../maintenance/integrity';
import { restore } from '../maintenance/restore';
import type { Config } from '../platform/config';
import type { Database } from '../platform/database/database';
import type { ReportProgress } from '../platform/progress';
import { openDatabase } from '../platform/settings/open-database';
import { openContentStore } from '../platform/storage/open-content-store';
import { contentTables, dependencies, persistence } from '../persistence';
import { openAsItIs } from './run-command';

const installation = ({ BLOB_URL, BLOB_TIMEOUT, DATABASE_URL }: Config): Installation => ({
  url: DATABASE_URL,
  store: openContentStore(BLOB_URL, BLOB_TIMEOUT * 1000),
  contentTables,
});

async function withDatabase<Result>(
  database: Database,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Copies database and content of an installation into an empty folder. */
export const backUpTo = async (config: Config, folder: string, report?: ReportProgress) =>
  withDatabase(await openAsItIs(config), (database) =>
    backUp(folder, installation(config), database, report),
  );

/** Restores a backup into an empty database and content store. */
export const restoreFrom = (config: Config, folder: string, report?: ReportProgress) =>
  restore(folder, installation(config), report);

/** Inconsistencies of database and content. */
export const checkIntegrity = async (config: Config) =>
  withDatabase(await openAsItIs(config), (database) =>
    findDamage(database, installation(config), dependencies),
  );

/** Migrates the database. */
export const migrateDatabase = async (config: Config, report?: ReportProgress): Promise<void> =>
  withDatabase(
    await openDatabase(config.DATABASE_URL, {
      schema: persistence,
      poolSize: config.DATABASE_POOL_SIZE,
      migrate: true,
      reportMigrated: report,
      allowNewer: config.ALLOW_NEWER_DATABASE,
    }),
    () => Promise.resolve(),
  );

/** The migrations that the database has, and those that it lacks. */
export const readMigrations = async (config: Config) =>
  withDatabase(
    await openDatabase(config.DATABASE_URL, {
      schema: persistence,
      poolSize: config.DATABASE_POOL_SIZE,
      migrate: false,
      allowNewer: true,
      allowOlder: true,
    }),
    (database) => database.migrations(),
  );
