import type { Database } from '../../src/platform/database/database';
import { inChunks } from '../../src/records/data/in-chunks';

type Row = Record<string, unknown>;

interface Table {
  name: string;
  /** Columns of the primary key. */
  keys: readonly string[];
  rows: Row[];
}

/** Tables of pending or past work, which nothing is read from. */
export const ofWork = /^(audit_|events|outbox_|migrations|purges|event_)/;
/** Columns whose values must differ from copy to copy. */
export const distinguishing = /(^|_)(id|key|email|username|name|mrn|code|digest|hash)$/;
/** Shorter texts are rarely ids, and often words of a fixed set. */
const shortest = 6;
const rowsAtOnce = 50;

export const isId = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= shortest && /^\S+$/.test(value);

/** An id of the same length, for a copy with a number. */
export const idOfCopy = (id: string, number: number): string =>
  number.toString(16).padStart(3, '0') + id.slice(3);

/**
 * Copies rows of a database, with new ids, so that a test has many of everything that it has created once. Creating
 * them through the API would take minutes.
 */
export class CopiedRows {
  private constructor(
    private readonly database: Database,
    private readonly tables: readonly Table[],
    /** Ids that keep their meaning in copies: those of accounts and clinics. */
    private readonly anchors: readonly string[],
  ) {}

  /** Reads the whole database, which should contain little. */
  static async read(database: Database, anchors: readonly string[]): Promise<CopiedRows> {
    const { entityMetadatas } = database.reader.dataSource;
    const tables: Table[] = [];
    for (const { tableName, columns, primaryColumns } of entityMetadatas.filter(
      (each) => !ofWork.test(each.tableName),
    )) {
      // Not all columns: the database makes some of them itself.
      const names = columns.map(({ databaseName }) => `\`${databaseName}\``).join(', ');
      const rows: Row[] = await database.reader.query(`SELECT ${names} FROM ${tableName}`);
      tables.push({ name: tableName, keys: primaryColumns.map(({ databaseName }) => databaseName), rows });
    }
    return new CopiedRows(database, tables, anchors);
  }

  /** The keys of everything that belongs to an account or a clinic, except accounts and clinics themselves. */
  keysOf(anchor: string): string[] {
    const found = this.tables.flatMap(({ keys, rows }) =>
      rows.filter((row) => contains(row, anchor)).flatMap((row) => keys.map((key) => row[key])),
    );
    return [...new Set(found.filter(isId))].filter((id) => !this.anchors.includes(id));
  }

  /**
   * Copies all rows that name one of some ids, with another id instead of it and of every other one in these rows, except
   * accounts and clinics. What has been copied together with an earlier one of the ids is not copied again.
   *
   * @param numbers the numbers of the copies, from 1 to 4095
   */
  async copy(ids: readonly string[], numbers: readonly number[]): Promise<void> {
    const copied = new Set<string>();
    for (const id of ids)
      if (!copied.has(id)) for (const each of await this.copyOne(id, numbers)) copied.add(each);
  }

  /** Returns the ids that differ in the copies. */
  private async copyOne(id: string, numbers: readonly number[]): Promise<Set<string>> {
    const naming = this.tables.map((table) => ({
      ...table,
      rows: table.rows.filter((row) => contains(row, id)),
    }));
    const ids = new Set(naming.flatMap(({ rows }) => rows.flatMap(idsIn)));
    for (const anchor of this.anchors) ids.delete(anchor);
    ids.add(id);
    // Rows that there can only be one of stay alone.
    const insert = this.database.dialect === 'sqlite' ? 'INSERT OR IGNORE' : 'INSERT IGNORE';
    // Longer ones first, because they may contain others.
    const replaced = [...ids].sort((one, other) => other.length - one.length);
    await this.database.transaction(async (manager) => {
      for (const { name, keys, rows: all } of naming) {
        // A row whose key stays the same, such as that of an account, is there already.
        const rows = all.filter((row) => keys.some((key) => ids.has(String(row[key]))));
        const copies = numbers.flatMap((number) => rows.map((row) => copyOf(row, replaced, number)));
        const columns = Object.keys(rows[0] ?? {});
        const quoted = columns.map((column) => `\`${column}\``).join(', ');
        const places = `(${columns.map(() => '?').join(', ')})`;
        for (const some of inChunks(copies, rowsAtOnce)) {
          await manager.query(
            `${insert} INTO ${name} (${quoted}) VALUES ${some.map(() => places).join(', ')}`,
            some.flatMap((copy) => columns.map((column) => copy[column])),
          );
        }
      }
    });
    return ids;
  }
}

const contains = (row: Row, id: string): boolean => Object.values(row).includes(id);

const idsIn = (row: Row): string[] =>
  Object.entries(row).flatMap(([column, value]) =>
    distinguishing.test(column) && isId(value) ? [value] : [],
  );

function copyOf(row: Row, ids: readonly string[], number: number): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'string'
        ? ids.reduce((text, id) => text.replaceAll(id, idOfCopy(id, number)), value)
        : value,
    ]),
  );
}
