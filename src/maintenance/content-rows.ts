/** The tables whose rows name stored content in `content_key`. */
const tablesWithContent = ['blobs', 'device_logs', 'requested_exports'] as const;

const pageSize = 1_000;

/** Runs a statement in either dialect. */
export type Query = (statement: string, parameters: string[]) => Promise<unknown>;

/** A row that names stored content. */
export interface ContentRow {
  table: string;
  key: string;
}

/** All rows that name stored content, page by page. */
export async function* contentRows(query: Query): AsyncGenerator<ContentRow[]> {
  for (const table of tablesWithContent) {
    for (let after: string | undefined = ''; after !== undefined;) {
      const rows = (await query(
        `SELECT content_key FROM ${table} WHERE content_key > ? ORDER BY content_key LIMIT ${pageSize}`,
        [after],
      )) as { content_key: string }[];
      yield rows.map((row) => ({ table, key: row.content_key }));
      after = rows.length < pageSize ? undefined : rows.at(-1)?.content_key;
    }
  }
}

/** Deletes a row that names stored content. */
export const deleteContentRow = (query: Query, { table, key }: ContentRow): Promise<unknown> =>
  query(`DELETE FROM ${table} WHERE content_key = ?`, [key]);
