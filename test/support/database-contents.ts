import type { DataSource } from 'typeorm';

/** Tables about the migrations themselves: their rows depend on how often they were started. */
const isBookkeeping = (table: string): boolean => /^(migration_|sqlite_)/.test(table);

/** Replaces what differs between runs of migrations: the current time, generated ids, and gaps between ids. */
const madeUp: Readonly<Record<string, readonly string[]>> = {
  migrations: ['id'],
  events: ['id', 'created_time'],
  glucose_changes: ['id', 'due_time'],
  confirmations: ['modified_time'],
};

export interface TableContents {
  /** The statements that would create the schema. */
  definition: string;
  /** As JSON, in a fixed order. */
  rows: string[];
}

/** All tables of a database as CREATE statements, and all of their rows. */
export async function databaseContents(source: DataSource): Promise<Record<string, TableContents>> {
  const isSqlite = source.options.type === 'better-sqlite3';
  const tables = await (isSqlite ? sqliteTables(source) : mysqlTables(source));
  const contents: Record<string, TableContents> = {};
  for (const [table, definition] of tables) {
    if (isBookkeeping(table)) continue;
    const rows = await source.query<Record<string, unknown>[]>(`SELECT * FROM ${table}`);
    for (const row of rows) for (const column of madeUp[table] ?? []) row[column] = 'made up';
    contents[table] = { definition, rows: rows.map((row) => JSON.stringify(row)).sort() };
  }
  return contents;
}

async function sqliteTables(source: DataSource): Promise<[string, string][]> {
  const parts = await source.query<{ tbl_name: string; sql: string }[]>(
    'SELECT tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY tbl_name, sql',
  );
  const tables = [...new Set(parts.map(({ tbl_name: table }) => table))];
  const definition = (table: string) =>
    parts
      .filter(({ tbl_name: name }) => name === table)
      .map(({ sql }) => sql)
      .join(';\n');
  return tables.map((table) => [table, definition(table)]);
}

async function mysqlTables(source: DataSource): Promise<[string, string][]> {
  const names = await source.query<Record<string, string>[]>('SHOW TABLES');
  const tables = names.flatMap((row) => Object.values(row)).sort();
  return Promise.all(
    tables.map(async (table): Promise<[string, string]> => {
      const [row] = await source.query<Record<string, string>[]>(`SHOW CREATE TABLE ${table}`);
      return [table, (row?.['Create Table'] ?? '').replace(/ AUTO_INCREMENT=\d+/, '')];
    }),
  );
}
