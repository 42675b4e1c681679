import type { Json } from './api';

/** What a walk asks for. */
export interface PageRequest {
  first?: number;
  after?: string;
  last?: number;
  before?: string;
}

/** The arguments of a page, for the text of a query. */
export const pageText = (page: PageRequest): string =>
  Object.entries(page)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ');

/** What a query asks of a page in a walk, beside the nodes. */
export const pageInfoText = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

/** The most pages of a walk: a list that grows while it is read would never end. */
const mostPages = 100;

/**
 * Reads a list page by page from one end to the other, and returns the pages in the order of reading.
 *
 * @param between what happens between two pages
 */
export async function walk(
  read: (page: PageRequest) => Promise<Json>,
  { size, isBackward = false }: { size: number; isBackward?: boolean },
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<Json[]> {
  const pages: Json[] = [];
  let request: PageRequest = isBackward ? { last: size } : { first: size };
  for (;;) {
    const page = await read(request);
    pages.push(page);
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
    if (!(isBackward ? hasPreviousPage : hasNextPage)) return pages;
    if (pages.length === mostPages) throw new Error(`The walk has no end after ${mostPages} pages.`);
    request = isBackward ? { last: size, before: startCursor } : { first: size, after: endCursor };
    await between();
  }
}

/** The nodes of a walk, in the order of the list. */
export const nodesOf = (pages: readonly Json[], isBackward = false): Json[] =>
  (isBackward ? [...pages].reverse() : pages).flatMap(({ edges }) => edges.map(({ node }: Json) => node));
