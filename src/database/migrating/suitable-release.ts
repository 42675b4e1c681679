import type { DataSource } from 'typeorm';
import { finishedMigrations } from './migration-tables';
import { pendingMigrations } from './migrate';

/** The database was changed by a release that knows more than this one. */
export class NewerDatabaseError extends Error {}

/** The database was not yet changed as this release needs it. */
export class OlderDatabaseError extends Error {}

/**
 * Throws when the database has been through a migration that this release does not know: an earlier release may write what
 * a later one reads wrongly.
 */
export async function assertNoNewerMigrations(source: DataSource): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    const known = new Set(source.migrations.map((migration) => migration.name));
    const unknown = (await finishedMigrations(runner)).filter((name) => !known.has(name));
    if (unknown.length > 0) throw new NewerDatabaseError(sentenceOnNewer(unknown));
  } finally {
    await runner.release();
  }
}

/** Throws when a migration of this release is pending: its statements name columns that may not be there. */
export async function assertNoPendingMigrations(source: DataSource): Promise<void> {
  const pending = await pendingMigrations(source);
  if (pending.length > 0) throw new OlderDatabaseError(sentenceOnOlder(pending));
}

const sentenceOnNewer = (unknown: readonly string[]): string =>
  `The database is of a later release, which has changed it (${unknown.join(', ')}): this release might write wrong data. ` +
  'Start the later release, or set ALLOW_NEWER_DATABASE to true if its notes say that earlier ones may run beside it.';

const sentenceOnOlder = (pending: readonly string[]): string =>
  `The database is not up to date: ${pending.length} of its migrations are pending, the first is ${pending[0]}. ` +
  'Run `npm run migrate`, or set MIGRATE to true.';
