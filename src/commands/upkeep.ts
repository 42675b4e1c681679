import { AuditService } from '../identity/audit/audit.service';
import { OperatorLog } from '../identity/audit/operator-log.service';
import type { AccessKind } from '../identity/audit/access';
import { backUp } from '../maintenance/backup';
import type { Installation } from '../maintenance/installation';
import { findDamage } from '../maintenance/integrity';
import type { Manifest } from '../maintenance/manifest';
import { restore } from '../maintenance/restore';
import type { Config } from '../platform/config';
import type { Database } from '../platform/database/database';
import { NewerDatabaseError, OlderDatabaseError } from '../platform/database/migrating/suitable-release';
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

/** Who does something, and what happens on the way. */
interface Conduct {
  /** Name for the access log. */
  operator: string;
  report?: ReportProgress;
}

/** Writes an entry in the access log of the service. */
const record = (database: Database, operator: string, command: string, kind: AccessKind): Promise<void> =>
  new OperatorLog(database, new AuditService(database, undefined)).note(
    { operator, operation: `glycograph ${command}`, accountIds: [] },
    kind,
  );

/**
 * Copies database and content of an installation into an empty folder, and records that in the access log. The copy is
 * complete before: a database that can no longer be written needs a backup most.
 */
export const backUpTo = async (config: Config, folder: string, { operator, report }: Conduct) =>
  withDatabase(await openAsItIs(config), async (database) => {
    const manifest = await backUp(folder, installation(config), database, report);
    try {
      await record(database, operator, 'backup', 'READ');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `${folder} holds a complete backup, but the access log could not be written: ${reason}`,
        { cause: error },
      );
    }
    return manifest;
  });

/** What was restored. */
interface Restored extends Manifest {
  /** Whether the access log has an entry on it: not in a database of another release. */
  isRecorded: boolean;
}

/** Restores a backup into an empty database and content store. The access log that it restores gets an entry on that. */
export async function restoreFrom(
  config: Config,
  folder: string,
  { operator, report }: Conduct,
): Promise<Restored> {
  const manifest = await restore(folder, installation(config), report);
  const database = await openIfOfThisRelease(config);
  if (!database) return { ...manifest, isRecorded: false };
  await withDatabase(database, () => record(database, operator, 'restore', 'CHANGE'));
  return { ...manifest, isRecorded: true };
}

/** What a restore says about a database of another release, whose access log this one cannot write. */
export const unrecordedRestore =
  'The backup is of another release, so its access log has no entry on this restore. If it is of an earlier one, migrate it: glycograph migrate run';

async function openIfOfThisRelease(config: Config): Promise<Database | undefined> {
  try {
    return await openAsItIs(config);
  } catch (error) {
    const { cause } = error as Error;
    if (cause instanceof OlderDatabaseError || cause instanceof NewerDatabaseError) return undefined;
    throw error;
  }
}

/** Inconsistencies of database and content. */
export const checkIntegrity = async (config: Config) =>
  withDatabase(await openAsItIs(config), (database) =>
    findDamage(database, installation(config), dependencies),
  );

/** Migrates the database. If that changes anything, the access log gets an entry. */
export async function migrateDatabase(config: Config, { operator, report }: Conduct): Promise<void> {
  let hasChanged = false;
  const database = await openDatabase(config.DATABASE_URL, {
    schema: persistence,
    poolSize: config.DATABASE_POOL_SIZE,
    migrate: true,
    reportMigrated: (done, total) => {
      hasChanged = true;
      report?.(done, total);
    },
    reportHeldTable: (table) =>
      void process.stderr.write(`A migration waits for the table ${table}: a long transaction holds it.\n`),
    allowNewer: config.ALLOW_NEWER_DATABASE,
  });
  await withDatabase(database, async () => {
    if (hasChanged) await record(database, operator, 'migrate run', 'CHANGE');
  });
}

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
