import type { EntityMetadata } from 'typeorm';
import { persistence } from '../../src/persistence';
import { Database } from '../../src/platform/database/database';
import { inChunks } from '../../src/records/data/in-chunks';
import { distinguishing, idOfCopy, isId, ofWork } from './copied-rows';

type Row = Record<string, unknown>;

/** A value of a row or, if ids are in it, its parts: every second one is an id. */
type Parts = { plain: unknown } | { text: readonly string[] };

const rowsAtOnce = 200;
/** People agree to a text with this digest, strangers too. */
const ofText = /(^|_)digest$/;

/**
 * Copies all rows of a database under other ids: those of people, clinics, data sets and everything else. So nobody who was
 * there has anything to do with the copies. The statistics of the database show them then.
 *
 * @param count how many copies, up to 4095
 * @returns the tables with at least as many rows
 */
export async function addStrangers(databaseUrl: string, count: number): Promise<string[]> {
  const database = await Database.open(databaseUrl, { schema: persistence, poolSize: 2, migrate: false });
  try {
    const tables = database.reader.dataSource.entityMetadatas.filter(
      ({ tableName }) => !ofWork.test(tableName),
    );
    const found = new Map<string, Row[]>();
    for (const table of tables) found.set(table.tableName, await readRows(database, table));
    const ids = findIds([...found.values()].flat());
    const grown: string[] = [];
    for (const [table, rows] of found) {
      await insertCopies(database, table, rows, { ids, count });
      await database.transaction((manager) => manager.query(`ANALYZE TABLE ${table}`));
      if ((await countRows(database, table)) >= count) grown.push(table);
    }
    return grown;
  } finally {
    await database.close();
  }
}

/** Without the columns that the database makes itself, such as numbers of rows. */
function readRows(database: Database, { tableName, columns }: EntityMetadata): Promise<Row[]> {
  const names = columns
    .filter(({ isGenerated }) => !isGenerated)
    .map(({ databaseName }) => `\`${databaseName}\``);
  return database.reader.query(`SELECT ${names.join(', ')} FROM ${tableName}`);
}

async function countRows(database: Database, table: string): Promise<number> {
  const [row] = await database.reader.query<{ count: number }[]>(`SELECT COUNT(*) AS count FROM ${table}`);
  return Number(row?.count);
}

/** A pattern of all ids; longer ones first, because they may contain others. */
function findIds(rows: readonly Row[]): RegExp {
  const ids = rows.flatMap((row) =>
    Object.entries(row).flatMap(([column, value]) =>
      distinguishing.test(column) && !ofText.test(column) && isId(value) ? [value] : [],
    ),
  );
  const sorted = [...new Set(ids)].sort((one, other) => other.length - one.length);
  return new RegExp(`(${sorted.map((id) => id.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`);
}

async function insertCopies(
  database: Database,
  table: string,
  rows: readonly Row[],
  { ids, count }: { ids: RegExp; count: number },
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const places = `(${columns.map(() => '?').join(', ')})`;
  const split = rows.map((row) => columns.map((column) => toParts(row[column], ids)));
  const copies = Array.from({ length: count }, (_, index) =>
    split.map((row) => ({ row, number: index + 1 })),
  );
  for (const some of inChunks(copies.flat(), rowsAtOnce))
    await database.transaction((manager) =>
      manager.query(
        `INSERT IGNORE INTO ${table} (${columns.map((column) => `\`${column}\``).join(', ')})
         VALUES ${some.map(() => places).join(', ')}`,
        some.flatMap(({ row, number }) => row.map((parts) => ofCopy(parts, number))),
      ),
    );
}

const toParts = (value: unknown, ids: RegExp): Parts =>
  typeof value === 'string' ? { text: value.split(ids) } : { plain: value };

const ofCopy = (parts: Parts, number: number): unknown =>
  'plain' in parts
    ? parts.plain
    : parts.text.map((part, index) => (index % 2 === 1 ? idOfCopy(part, number) : part)).join('');
