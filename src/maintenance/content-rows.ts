import type { Database } from '../database/database';

/** The tables whose rows name stored content in `content_key`. */
const tablesWithContent = ['blobs', 'device_logs', 'requested_exports'] as const;

const pageSize = 1_000;

/** A row that names stored content. */
export interface ContentRow {
  table: string;
  key: string;
}

/** All rows that name stored content, page by page. */
export async function* contentRows(database: Database): AsyncGenerator<ContentRow[]> {
  for (const table of tablesWithContent) {
    for (let after: string | undefined = ''; after !== undefined;) {
      const rows: { content_key: string }[] = await database.reader.query(
        `SELECT content_key FROM ${table} WHERE content_key > ? ORDER BY content_key LIMIT ${pageSize}`,
        [after],
      );
      yield rows.map((row) => ({ table, key: row.content_key }));
      after = rows.length < pageSize ? undefined : rows.at(-1)?.content_key;
    }
  }
}
