import { badInput } from '../src/platform/errors';
import { dataSetPlace, fromCursor, toCursor } from './records/data/cursor';
import type { PageInfo } from './page-info';

const largestPage = 1_000;

/** The requested page size. Throws when it is out of range. */
export function pageSize(first: number): number {
  if (first < 0 || first > largestPage)
    throw badInput(`The argument "first" lies between 0 and ${largestPage}.`);
  return first;
}

/** The inputs of a field's cost: its arguments, and the cost of its selection. */
export interface Cost<Arguments> {
  args: Arguments;
  childComplexity: number;
}

type Page = Cost<{ first?: number }>;

/** Multiplies the cost of an item by the page size. */
export const pageComplexity = ({ args, childComplexity }: Page): number =>
  1 + Math.max(args.first ?? 0, 0) * childComplexity;

/** Cost of reading the text of a record, in plain fields; measured. */
export const recordComplexity = 10;

/** `pageComplexity` of diabetes records. */
export const recordPageComplexity = ({ args, childComplexity }: Page): number =>
  pageComplexity({ args, childComplexity: recordComplexity + childComplexity });

/** The position of a page in its list. */
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

/** An item of a page, and its number in the list. */
class CountedEdge<Node> {
  constructor(
    readonly node: Node,
    private readonly count: number,
  ) {}

  /** Computed on demand, because few queries select it. */
  get cursor(): string {
    return toCursor(this.count);
  }
}

/** A page of a list whose cursors count the preceding items. `load` is called with one item more than the page size. */
export async function countedPage<Item, Node>(
  { first, after }: { first: number; after?: string },
  load: (offset: number, size: number) => Promise<Item[]>,
  toNode: (item: Item) => Node,
): Promise<{ edges: { cursor: string; node: Node }[]; pageInfo: PageInfo }> {
  const [start] = after === undefined ? [0] : fromCursor(after, dataSetPlace);
  const size = pageSize(first);
  const found = await load(start, size + 1);
  const edges = found.slice(0, size).map((item, index) => new CountedEdge(toNode(item), start + index + 1));
  return { edges, pageInfo: pageInfo(edges, found.length > size, start > 0) };
}
