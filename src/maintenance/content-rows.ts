import { getMetadataArgsStorage } from 'typeorm';
import type { Schema } from '../platform/database/data-source';

/** The column in which a row names stored content. */
const contentColumn = 'content_key';

/** The tables of entities whose rows name stored content. */
export function tablesWithContent(entities: Schema['entities']): string[] {
  const storage = getMetadataArgsStorage();
  return entities
    .filter((entity) => storage.filterColumns(entity).some(({ options }) => options.name === contentColumn))
    .flatMap((entity) => storage.filterTables(entity).flatMap(({ name }) => name ?? []));
}

const pageSize = 1_000;

/** Runs a statement in either dialect. */
export type Query = (statement: string, parameters: string[]) => Promise<unknown>;

/** A row that names stored content. */
export interface ContentRow {
  table: string;
  key: string;
}

/** All rows that name stored content, page by page. */
export async function* contentRows(query: Query, tables: readonly string[]): AsyncGenerator<ContentRow[]> {
  for (const table of tables) {
    for (let after: string | undefined = ''; after !== undefined;) {
      const rows = (await query(
        `SELECT ${contentColumn} FROM ${table} WHERE ${contentColumn} > ? ORDER BY ${contentColumn} LIMIT ${pageSize}`,
        [after],
      )) as { content_key: string }[];
      yield rows.map((row) => ({ table, key: row.content_key }));
      after = rows.length < pageSize ? undefined : rows.at(-1)?.content_key;
    }
  }
}

/** Deletes a row that names stored content. */
export const deleteContentRow = (query: Query, { table, key }: ContentRow): Promise<unknown> =>
  query(`DELETE FROM ${table} WHERE ${contentColumn} = ?`, [key]);
