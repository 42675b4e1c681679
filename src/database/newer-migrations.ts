import type { DataSource } from 'typeorm';

/** The database was changed by a release that knows more than this one. */
export class NewerDatabaseError extends Error {}

/**
 * Throws when the database has been through a migration that this release does not know: an earlier release may write what
 * a later one reads wrongly.
 */
export async function assertNoNewerMigrations(source: DataSource): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    if (!(await runner.hasTable('migrations'))) return;
    const done = (await runner.query('SELECT name FROM migrations ORDER BY id')) as { name: string }[];
    const known = new Set(source.migrations.map((migration) => migration.name));
    const unknown = done.filter(({ name }) => !known.has(name)).map(({ name }) => name);
    if (unknown.length > 0) throw new NewerDatabaseError(sentenceOf(unknown));
  } finally {
    await runner.release();
  }
}

const sentenceOf = (unknown: readonly string[]): string =>
  `The database is of a later release, which has changed it (${unknown.join(', ')}): this release might write wrong data. ` +
  'Start the later release, or set ALLOW_NEWER_DATABASE to true if its notes say that earlier ones may run beside it.';
