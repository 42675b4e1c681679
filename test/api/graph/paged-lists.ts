import { api, type Json } from '../../support/api';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { graph } = api(server);

/** A list of a test, and what changes it. */
export interface OpenList {
  /** The field that the list is in; none for a query. */
  parent?: string;
  /** The list, with the arguments of a page. */
  field: (page: string) => string;
  /** The field of an item that holds its id. */
  id: string;
  token: string;
  /** Creates an item, and returns its id. The count grows from item to item. */
  create: (count: number) => Promise<string>;
  /** Removes an item, if items can be removed. */
  remove?: (id: string) => Promise<unknown>;
}

/** A connection that is paged by key. */
export interface PagedList {
  name: string;
  /** The field of the schema. */
  connection: string;
  /** Whether the items come in the order in which tests create them. */
  isOldestFirst?: boolean;
  /** Whether the items are sorted by their ids. */
  isSortedById?: boolean;
  /** Whether cursors of earlier releases counted. */
  countsBefore?: boolean;
  open: () => Promise<OpenList>;
}

/** The data of an answer without errors. */
export async function run(query: string, token: string): Promise<Json> {
  const { body } = await graph(query, { token });
  expect(body.errors).toBeUndefined();
  return body.data;
}
