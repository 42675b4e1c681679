import { now } from '../platform/clock';
import { dependsOn, type Dependency } from '../platform/composition/dependency';
import { listAccountProperties } from '../platform/database/account-column';
import type { Database } from '../platform/database/database';
import type { ContentStore } from '../platform/storage/content-store';
import { contentRows, type Query } from './content-rows';
import type { Installation } from './installation';

/** An inconsistency in the database or the content store. */
export interface Finding {
  /** Description in one sentence. */
  problem: string;
  /** Examples of affected rows or keys. */
  examples: string[];
}

/** Milliseconds. The service removes content without a row after an hour, and checks once an hour. */
const graceTime = 3 * 60 * 60_000;

/** Maximum number of examples per finding. */
const shown = 5;

/**
 * Finds inconsistencies: damaged files, rows of missing accounts, data sets, clinics or patients, content that rows
 * name but the store lacks, and content without a row. Rows whose deletion is pending (an outbox message names them)
 * are consistent. It changes nothing.
 */
export async function findDamage(
  database: Database,
  { store, contentTables }: Pick<Installation, 'store' | 'contentTables'>,
  dependencies: readonly Dependency[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const tell = (problem: string, examples: string[]) => {
    if (examples.length > 0) findings.push({ problem, examples });
  };
  if (database.dialect === 'sqlite') {
    const rows: { integrity_check: string }[] = await database.reader.query('PRAGMA integrity_check');
    const problems = rows.map((row) => row.integrity_check).filter((problem) => problem !== 'ok');
    tell('The file of the database is damaged.', problems.slice(0, shown));
  }
  for (const dependency of [...dependencies, ...accountDependencies(database)])
    tell(
      `Rows of ${dependency.table} name no row of ${dependency.parent} in ${dependency.columns.join(', ')}.`,
      await findOrphans(database, dependency),
    );
  for (const finding of await compareContent(database, store, contentTables))
    tell(finding.problem, finding.examples);
  return findings;
}

/** Columns with account ids, according to the entities. */
function accountDependencies(database: Database): Dependency[] {
  return database.reader.connection.entityMetadatas.flatMap((entity) =>
    listAccountProperties(entity.target).map((property) => {
      const column = entity.findColumnWithPropertyName(property)?.databaseName ?? property;
      return dependsOn(entity.tableName, [column], 'users', ['id']);
    }),
  );
}

async function findOrphans(database: Database, dependency: Dependency): Promise<string[]> {
  const { table, columns, parent, parentColumns } = dependency;
  const named = columns.map((column) => `child.${column}`);
  const matches = columns.map((column, index) => `parent.${parentColumns[index]} = child.${column}`);
  const present = named.map((column) => `${column} IS NOT NULL`);
  // Trusted servers have ids of their own, which are not accounts.
  const isServer =
    parent === 'users'
      ? `AND NOT EXISTS (SELECT 1 FROM sessions WHERE user_id = ${named[0]} AND kind = 'server')`
      : '';
  const rows: Record<string, string>[] = await database.reader.query(
    `SELECT DISTINCT ${named.join(', ')} FROM ${table} child
     WHERE ${present.join(' AND ')}
     AND NOT EXISTS (SELECT 1 FROM ${parent} parent WHERE ${matches.join(' AND ')}) ${isServer}
     LIMIT 100`,
  );
  const orphans: string[] = [];
  for (const row of rows) {
    const values = Object.values(row);
    if (!(await isUnderDeletion(database, values))) orphans.push(values.join(' '));
    if (orphans.length === shown) break;
  }
  return orphans;
}

/** Whether a pending outbox message names one of the ids. */
async function isUnderDeletion(database: Database, ids: readonly string[]): Promise<boolean> {
  const conditions = ids.map(() => 'payload LIKE ?').join(' OR ');
  const rows: unknown[] = await database.reader.query(
    `SELECT 1 FROM outbox_messages WHERE ${conditions} LIMIT 1`,
    ids.map((id) => `%${id}%`),
  );
  return rows.length > 0;
}

async function compareContent(
  database: Database,
  store: ContentStore,
  tables: readonly string[],
): Promise<Finding[]> {
  const stored = new Set<string>();
  for await (const key of store.keysBefore(Infinity)) stored.add(key);
  const query: Query = (...statement) => database.reader.query(...statement);
  const absent: string[] = [];
  for await (const rows of contentRows(query, tables)) {
    for (const { table, key } of rows) {
      if (stored.delete(key)) continue;
      // It may have been added after the store was listed.
      const content = await store.read(key);
      content?.destroy();
      if (!content && absent.length < shown) absent.push(`${table} ${key}`);
    }
  }
  const unnamed: string[] = [];
  for await (const key of store.keysBefore(now() - graceTime))
    if (stored.has(key) && unnamed.length < shown) unnamed.push(key);
  return [
    { problem: 'Rows name content that the store does not have.', examples: absent },
    { problem: 'The store has content that no row names.', examples: unnamed },
  ];
}
