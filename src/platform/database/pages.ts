import type { EntityManager } from 'typeorm';

/** One page of ids: a SELECT of a column named `id`, in the order of the page. */
export interface PageOfIds {
  sql: string;
  parameters: unknown[];
}

/** Small enough for one statement in both dialects. */
const pagesAtOnce = 100;

/** Reads the ids of many pages, in the order of the pages; one statement covers a hundred of them. */
export async function readPagesOfIds(
  manager: EntityManager,
  pages: readonly PageOfIds[],
): Promise<string[][]> {
  const found: string[][] = [];
  for (let start = 0; start < pages.length; start += pagesAtOnce) {
    const some = pages.slice(start, start + pagesAtOnce);
    const parts = some.map(({ sql }, index) => `SELECT ${index} AS page, ids.id AS id FROM (${sql}) ids`);
    const rows: { page: number; id: string }[] = await manager.query(
      parts.join(' UNION ALL '),
      some.flatMap(({ parameters }) => parameters),
    );
    for (const index of some.keys()) {
      found.push(rows.filter((row) => Number(row.page) === index).map((row) => row.id));
    }
  }
  return found;
}
