import { pages, type PageArguments } from '@glycograph/client/paging';
import type { Json } from './api';

/** The arguments of a page, for the text of a query. */
export const pageText = (page: PageArguments): string =>
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
  read: (page: PageArguments) => Promise<Json>,
  { size, isBackward = false }: { size: number; isBackward?: boolean },
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<Json[]> {
  const found: Json[] = [];
  for await (const page of pages<Json>(read, { size, direction: isBackward ? 'backward' : 'forward' })) {
    found.push(page);
    if (found.length === mostPages) throw new Error(`The walk has no end after ${mostPages} pages.`);
    if (isBackward ? page.pageInfo.hasPreviousPage : page.pageInfo.hasNextPage) await between();
  }
  return found;
}

/** The nodes of a walk, in the order of the list. */
export const nodesOf = (found: readonly Json[], isBackward = false): Json[] =>
  (isBackward ? [...found].reverse() : found).flatMap(({ edges }) => edges.map(({ node }: Json) => node));
