import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDamage } from '../../../src/maintenance/integrity';
import { listAccountProperties } from '../../../src/platform/database/account-column';
import { Database } from '../../../src/platform/database/database';
import { FileContentStore } from '../../../src/platform/storage/file-content-store';
import { contentTables, dependencies, persistence } from '../../../src/persistence';
import { dialects } from '../../support/earlier-database';
import { storeAccounts } from '../../support/stored-accounts';

type Row = Record<string, unknown>;

const known = 'known';
const absent = 'absent';

/** Columns of keys, with values that name rows that exist. */
const names: Row = {
  clinic_id: known,
  tag_id: known,
  site_id: known,
  prescription_id: known,
  upload_id: known,
  access_id: known,
  summary_type: 'cgm',
  content_key: 'of_a_known_form',
};

/** Rows that others name. */
const parents = [
  'clinics',
  'clinic_tags',
  'clinic_sites',
  'clinic_patients',
  'prescriptions',
  'data_sets',
  'summaries',
  'audit_accesses',
];

/** Every kind of row that names another one, except accounts: its table, the column that can be wrong, and what it names. */
const kinds: readonly [table: string, column: string, columns: string, parent: string, wrong?: unknown][] = [
  ['records', 'upload_id', 'user_id, upload_id', 'data_sets'],
  ['summary_buckets', 'summary_type', 'user_id, summary_type', 'summaries', 'bgm'],
  ['summary_days', 'summary_type', 'user_id, summary_type', 'summaries', 'bgm'],
  ['summary_intervals', 'summary_type', 'user_id, summary_type', 'summaries', 'bgm'],
  ['audit_reads', 'access_id', 'access_id', 'audit_accesses'],
  ['prescription_revisions', 'prescription_id', 'clinic_id, prescription_id', 'prescriptions'],
  ['patient_taggings', 'tag_id', 'clinic_id, tag_id', 'clinic_tags'],
  ['patient_sites', 'site_id', 'clinic_id, site_id', 'clinic_sites'],
  ['clinicians', 'clinic_id', 'clinic_id', 'clinics'],
  ['clinic_patients', 'clinic_id', 'clinic_id', 'clinics'],
  ['clinic_tags', 'clinic_id', 'clinic_id', 'clinics'],
  ['clinic_sites', 'clinic_id', 'clinic_id', 'clinics'],
  ['patient_taggings', 'clinic_id', 'clinic_id, user_id', 'clinic_patients'],
  ['patient_sites', 'clinic_id', 'clinic_id, user_id', 'clinic_patients'],
  ['patient_summaries', 'clinic_id', 'clinic_id, user_id', 'clinic_patients'],
  ['patient_summary_periods', 'clinic_id', 'clinic_id, user_id', 'clinic_patients'],
];

interface Column {
  name: string;
  type: string;
  isNeeded: boolean;
}

async function readColumns(database: Database, table: string): Promise<Column[]> {
  if (database.dialect === 'sqlite') {
    const rows: { name: string; type: string; notnull: number }[] = await database.reader.query(
      `SELECT name, type, "notnull" FROM pragma_table_info('${table}')`,
    );
    return rows.map(({ name, type, notnull }) => ({ name, type, isNeeded: notnull === 1 }));
  }
  const rows: Record<'name' | 'type' | 'isNullable', string>[] = await database.reader.query(
    `SELECT column_name AS name, column_type AS type, is_nullable AS isNullable FROM information_schema.columns
     WHERE table_schema = DATABASE() AND table_name = '${table}' AND generation_expression IS NULL`,
  );
  return rows.map(({ name, type, isNullable }) => ({ name, type, isNeeded: isNullable === 'NO' }));
}

const fillers: readonly [pattern: RegExp, value: unknown][] = [
  [/int|real|double|decimal|numeric|float|bool/i, 1],
  [/blob|binary/i, Buffer.from('x')],
  [/json|text/i, '[]'],
  [/date/i, '2024-05-06'],
];

const makeFiller = (type: string): unknown => fillers.find(([pattern]) => pattern.test(type))?.[1] ?? known;

/** A row that fits all others, except for what is given. */
async function insert(database: Database, table: string, given: Row): Promise<void> {
  const accounts = accountColumns(database)
    .filter((each) => each.table === table)
    .map(({ column }) => [column, known]);
  const columns = (await readColumns(database, table)).filter(
    ({ name, isNeeded }) => isNeeded || name in given,
  );
  const usual: Row = { id: known, ...names, ...(Object.fromEntries(accounts) as Row) };
  const values = columns.map(({ name, type }) => {
    if (name in given) return given[name];
    const value = usual[name];
    const isNumber = typeof makeFiller(type) === 'number';
    return value !== undefined && isNumber === (typeof value === 'number') ? value : makeFiller(type);
  });
  const listed = columns.map(({ name }) => `\`${name}\``).join(', ');
  await database.transaction((manager) =>
    manager.query(`INSERT INTO ${table} (${listed}) VALUES (${columns.map(() => '?').join(', ')})`, values),
  );
}

/** All columns with ids of accounts. */
const accountColumns = (database: Database): { table: string; column: string }[] =>
  database.reader.connection.entityMetadatas.flatMap((entity) =>
    listAccountProperties(entity.target).map((property) => ({
      table: entity.tableName,
      column: entity.findColumnWithPropertyName(property)?.databaseName ?? property,
    })),
  );

describe.each(dialects)('a check of %s', (_name, onDatabase) => {
  let database: Database;
  let end = () => {};
  let ended = Promise.resolve();
  const folder = mkdtempSync(join(tmpdir(), 'glycograph-integrity-'));
  const installation = { store: new FileContentStore(folder), contentTables };

  /** Opens a database with a row in each table that others name; it is closed by `end`. */
  const opened = () =>
    new Promise<void>((resolve, reject) => {
      ended = onDatabase(async (url) => {
        database = await Database.open(url, { schema: persistence, poolSize: 2, migrate: true });
        await storeAccounts(database, [known]);
        for (const table of parents) await insert(database, table, {});
        resolve();
        await new Promise<void>((over) => {
          end = over;
        });
        await database.close();
      });
      ended.catch(reject);
    });

  beforeAll(opened);
  afterAll(async () => {
    end();
    await ended;
    rmSync(folder, { recursive: true });
  });

  /** What a check finds while a row is there that names another one that is not, in a column. */
  async function findWith(table: string, column: string, wrong: unknown = absent) {
    await insert(database, table, { id: 'another', [column]: wrong });
    try {
      return await findDamage(database, installation, dependencies);
    } finally {
      await database.transaction((manager) =>
        manager.query(`DELETE FROM ${table} WHERE ${column} = ?`, [wrong]),
      );
    }
  }

  it('finds nothing where everything fits', async () => {
    const tables = new Set(kinds.map(([table]) => table));
    for (const table of tables) if (!parents.includes(table)) await insert(database, table, {});
    expect(await findDamage(database, installation, dependencies)).toEqual([]);
  });

  it.each(kinds)(
    'finds rows of %s with a wrong %s',
    async (table, column, columns, parent, wrong = absent) => {
      const found = await findWith(table, column, wrong);
      expect(found).toContainEqual({
        problem: `Rows of ${table} name no row of ${parent} in ${columns}.`,
        examples: [expect.stringContaining(String(wrong))],
      });
      expect(found.filter(({ problem }) => !problem.startsWith(`Rows of ${table} `))).toEqual([]);
    },
  );

  it('finds rows of every table that name no account', async () => {
    for (const { table, column } of accountColumns(database).filter((each) => each.table !== 'users')) {
      const found = await findWith(table, column);
      expect(found).toContainEqual({
        problem: `Rows of ${table} name no row of users in ${column}.`,
        examples: [absent],
      });
    }
  });

  it('does not count rows whose deletion is pending', async () => {
    await insert(database, 'outbox_messages', { payload: JSON.stringify({ uploadId: absent }) });
    expect(await findWith('records', 'upload_id')).toEqual([]);
  });
});
