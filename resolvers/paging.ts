import type { Bound, KeyValue, ListPart, Placed } from '../src/platform/list-part';
import { badInput } from '../src/platform/errors';
import { partOfItems } from '../src/platform/part-of-items';
import { makeCursors, placeOfCursor, type CursorArgument, type KeyedList } from './list-cursor';
import { largestPage, usualPage, type PageArguments } from './page-arguments';
import type { PageInfo } from './page-info';

/** The requested page size. Throws when it is out of range. */
export function pageSize(size: number, argument: 'first' | 'last' = 'first'): number {
  if (size < 0 || size > largestPage)
    throw badInput(`The argument "${argument}" lies between 0 and ${largestPage}.`);
  return size;
}

/** The inputs of a field's cost: its arguments, and the cost of its selection. */
export interface Cost<Arguments> {
  args: Arguments;
  childComplexity: number;
}

type Page = Cost<{ first?: number | null; last?: number | null }>;

/** Multiplies the cost of an item by the page size. */
export const pageComplexity = ({ args, childComplexity }: Page, usual = usualPage): number =>
  1 + Math.max(args.first ?? args.last ?? usual, args.last ?? 0, 0) * childComplexity;

/** Cost of reading the text of a record, in plain fields; measured. */
export const recordComplexity = 10;

/** The size of a page of records when none is given: those of diabetes, and of consents. */
export const usualRecords = 100;

/** `pageComplexity` of diabetes records. */
export const recordPageComplexity = ({ args, childComplexity }: Page): number =>
  pageComplexity({ args, childComplexity: recordComplexity + childComplexity }, usualRecords);

/** An item of a page, and its cursor. Both are made only when they are asked for. */
class PlacedEdge<Item, Node> {
  private made: Node | undefined;

  constructor(
    private readonly item: Item,
    private readonly place: readonly KeyValue[],
    private readonly toNode: (item: Item) => Node,
    private readonly cursorOf: (place: readonly KeyValue[]) => string,
  ) {}

  get node(): Node {
    return (this.made ??= this.toNode(this.item));
  }

  get cursor(): string {
    return this.cursorOf(this.place);
  }
}

/** A page as the graph shows it. */
export interface Connection<Node> {
  edges: { cursor: string; node: Node }[];
  pageInfo: PageInfo;
}

/** Where a page begins or ends, and how many items it has at most. */
function readPart(list: KeyedList, args: PageArguments, usual: number): ListPart {
  const { first, last } = args;
  if (first !== undefined && last !== undefined)
    throw badInput('The arguments "first" and "last" exclude each other.');
  const isBackward = last !== undefined;
  const size = isBackward ? pageSize(last, 'last') : pageSize(first ?? usual);
  const bound = (argument: CursorArgument): Bound | number | undefined => {
    const cursor = args[argument];
    return cursor === undefined ? undefined : placeOfCursor(list, cursor, argument);
  };
  const [after, before] = [bound('after'), bound('before')];
  if (typeof before === 'number' || (typeof after === 'number' && (isBackward || before !== undefined)))
    throw badInput('Cursors of an earlier release go with "first" and "after" only.');
  if (typeof after === 'number') return { size, offset: after };
  return { size, isBackward, after, before };
}

/** Whether a page begins or ends within its list. Read only when it is asked for. */
class PlacedPageInfo {
  private readonly known = new Map<'next' | 'previous', Promise<boolean>>();

  constructor(
    private readonly load: (part: ListPart) => Promise<readonly unknown[]>,
    private readonly part: ListPart,
    private readonly hasMore: boolean,
    readonly startCursor: string | null,
    readonly endCursor: string | null,
  ) {}

  get hasNextPage(): boolean | Promise<boolean> {
    const { isBackward, before } = this.part;
    if (!isBackward && this.hasMore) return true;
    return before ? this.hasAny('next', { size: 1, after: { ...before, isIncluded: true } }) : false;
  }

  get hasPreviousPage(): boolean | Promise<boolean> {
    const { isBackward, after, offset = 0 } = this.part;
    if ((isBackward && this.hasMore) || offset > 0) return true;
    return after
      ? this.hasAny('previous', { size: 1, isBackward: true, before: { ...after, isIncluded: true } })
      : false;
  }

  private hasAny(side: 'next' | 'previous', part: ListPart): Promise<boolean> {
    const answer = this.known.get(side) ?? this.load(part).then(({ length }) => length > 0);
    this.known.set(side, answer);
    return answer;
  }
}

/**
 * A page of a list that is sorted by keys. Its cursors hold the values of the keys, so that they stay valid whatever
 * happens to their items. `load` is asked for one item more than the page holds, and for single items in front of or
 * behind the page if `pageInfo` is to say whether there are any. Throws when the arguments are not valid.
 */
export async function keyedPage<Item, Node>(
  list: KeyedList,
  args: PageArguments,
  load: (part: ListPart) => Promise<readonly Placed<Item>[]>,
  toNode: (item: Item) => Node,
  usual = usualPage,
): Promise<Connection<Node>> {
  const part = readPart(list, args, usual);
  const { size, isBackward } = part;
  const found = await load({ ...part, size: size + 1 });
  const rest = Math.max(found.length - size, 0);
  const shown = isBackward ? found.slice(rest) : found.slice(0, size);
  const toCursor = makeCursors(list);
  const edges = shown.flatMap(({ item, place }) =>
    item === null ? [] : [new PlacedEdge(item, place, toNode, toCursor)],
  );
  const [start, end] = [shown[0], shown.at(-1)].map((placed) => (placed ? toCursor(placed.place) : null));
  // The type says what a client gets: the fields that need a look at the list are promises.
  const info = new PlacedPageInfo(load, part, rest > 0, start ?? null, end ?? null) as unknown as PageInfo;
  return { edges, pageInfo: info };
}

/**
 * A page of a list that was read as a whole: one that is short, or known only once it was filtered. Throws when the
 * arguments are not valid.
 */
export const pageOfItems = <Item, Node>(
  list: KeyedList,
  args: PageArguments,
  items: readonly Placed<Item>[],
  toNode: (item: Item) => Node,
  usual = usualPage,
): Promise<Connection<Node>> =>
  keyedPage(list, args, (part) => Promise.resolve(partOfItems(list.order, items, part)), toNode, usual);
