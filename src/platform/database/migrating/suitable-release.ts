import type { DataSource } from 'typeorm';
import { finishedMigrations } from './migration-tables';
import { pendingMigrations } from './migrate';

/** A later release has migrated the database. */
export class NewerDatabaseError extends Error {}

/** The database lacks migrations that this release needs. */
export class OlderDatabaseError extends Error {}

/**
 * Throws when the database has a migration that this release does not know: an earlier release may write data that a
 * later one misreads.
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

/** Throws when a migration of this release is pending: its statements use columns that may not exist. */
export async function assertNoPendingMigrations(source: DataSource): Promise<void> {
  const pending = await pendingMigrations(source);
  if (pending.length > 0) throw new OlderDatabaseError(sentenceOnOlder(pending));
}

const sentenceOnNewer = (unknown: readonly string[]): string =>
  `A later release has migrated the database (${unknown.join(', ')}); this release might write wrong data. ` +
  'Start the later release, or set ALLOW_NEWER_DATABASE to true if its release notes allow running earlier releases alongside.';

const sentenceOnOlder = (pending: readonly string[]): string =>
  `The database is not up to date: ${pending.length} of its migrations are pending, the first is ${pending[0]}. ` +
  'Run `npm run migrate`, or set MIGRATE to true.';
