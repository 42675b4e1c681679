import { badInput } from '../src/errors';
import { dataSetPlace, fromCursor, toCursor } from './data/cursor';
import type { PageInfo } from './page-info';

const largestPage = 1_000;

/** The size of a page as it was asked for. Throws when it is out of range. */
export function pageSize(first: number): number {
  if (first < 0 || first > largestPage)
    throw badInput(`The argument "first" lies between 0 and ${largestPage}.`);
  return first;
}

/** The larger the page, the dearer the query. */
export const pageComplexity = ({
  args,
  childComplexity,
}: {
  args: { first?: number };
  childComplexity: number;
}): number => 1 + Math.ceil((Math.max(args.first ?? 0, 0) * childComplexity) / 10);

/** Where a page stands in its list. */
export const pageInfo = (
  edges: { cursor: string }[],
  hasNextPage: boolean,
  hasPreviousPage: boolean,
): PageInfo => ({
  hasNextPage,
  hasPreviousPage,
  startCursor: edges[0]?.cursor ?? null,
  endCursor: edges.at(-1)?.cursor ?? null,
});

/** A page of a list whose cursors count what comes before. `load` is asked for one more than the page holds. */
export async function countedPage<Item, Node>(
  { first, after }: { first: number; after?: string },
  load: (offset: number, size: number) => Promise<Item[]>,
  toNode: (item: Item) => Node,
): Promise<{ edges: { cursor: string; node: Node }[]; pageInfo: PageInfo }> {
  const [start] = after === undefined ? [0] : fromCursor(after, dataSetPlace);
  const size = pageSize(first);
  const found = await load(start, size + 1);
  const edges = found.slice(0, size).map((item, index) => ({
    // Few ask for it, and there is one for each.
    get cursor() {
      return toCursor(start + index + 1);
    },
    node: toNode(item),
  }));
  return { edges, pageInfo: pageInfo(edges, found.length > size, start > 0) };
}
