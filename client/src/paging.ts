/** The arguments of a connection. */
export interface PageArguments {
  first?: number;
  after?: string;
  last?: number;
  before?: string;
}

/** A page, as all connections return it. */
export interface Page<Item = unknown> {
  edges?: readonly { node: Item }[] | null;
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor?: string | null;
    endCursor?: string | null;
  };
}

/** The items of a page. */
export type ItemOf<Connection extends Page> = NonNullable<Connection['edges']>[number]['node'];

/** Where to read, and how. */
export interface PagingOptions {
  /** Items on a page, 1 to 1,000. */
  size?: number;
  /** `backward` begins at the end of the list; the items of a page keep the order of the list. */
  direction?: 'forward' | 'backward';
  /** Cursor of the item where reading begins; it is not returned itself. */
  from?: string;
}

const after = (cursor: string | null | undefined, size: number): PageArguments =>
  cursor == null ? { first: size } : { first: size, after: cursor };

const before = (cursor: string | null | undefined, size: number): PageArguments =>
  cursor == null ? { last: size } : { last: size, before: cursor };

/** The arguments for the page after this one, or undefined at the end of the list. */
export const nextPage = ({ pageInfo }: Page, size: number): PageArguments | undefined =>
  pageInfo.hasNextPage ? after(pageInfo.endCursor, size) : undefined;

/** The arguments for the page before this one, or undefined at the beginning of the list. */
export const previousPage = ({ pageInfo }: Page, size: number): PageArguments | undefined =>
  pageInfo.hasPreviousPage ? before(pageInfo.startCursor, size) : undefined;

/**
 * Reads a list page by page.
 *
 *     const read = async (page: PageArguments) =>
 *       (await client.query(PatientsDocument, { clinicId, ...page })).clinic?.patients;
 *     for await (const { edges } of pages(read, { size: 50 })) …
 *
 * @param read returns one page; nothing ends the walk
 */
export async function* pages<Connection extends Page>(
  read: (page: PageArguments) => Promise<Connection | null | undefined>,
  { size = 100, direction = 'forward', from }: PagingOptions = {},
): AsyncGenerator<Connection, void, undefined> {
  const forward = direction === 'forward';
  let next: PageArguments | undefined = forward ? after(from, size) : before(from, size);
  while (next) {
    const page: Connection | null | undefined = await read(next);
    if (!page) return;
    yield page;
    next = forward ? nextPage(page, size) : previousPage(page, size);
  }
}

/** Reads the items of a list, page by page. `backward` returns the last item first. */
export async function* items<Connection extends Page>(
  read: (page: PageArguments) => Promise<Connection | null | undefined>,
  options: PagingOptions = {},
): AsyncGenerator<ItemOf<Connection>, void, undefined> {
  for await (const { edges } of pages(read, options)) {
    const nodes = (edges ?? []).map(({ node }) => node as ItemOf<Connection>);
    yield* options.direction === 'backward' ? nodes.reverse() : nodes;
  }
}
