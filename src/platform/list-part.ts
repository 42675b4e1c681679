/** A value that a list is sorted by. Both databases sort null before all others. */
export type KeyValue = string | number | null;

/** One of the keys that a list is sorted by. */
export interface SortKey {
  /** SQL of the value. */
  expression: string;
  parameters?: readonly unknown[];
  descending?: boolean;
  kind: 'number' | 'text';
  /** What its texts look like; a cursor with others is none of the list. */
  form?: RegExp;
  isNullable?: boolean;
}

/** A total order: the keys, most important first. No two items of the list are equal in all of them. */
export interface ListOrder {
  /** Names the order within its list, in cursors. */
  name: string;
  keys: readonly SortKey[];
}

/** A place in a list: the values of the keys. The item that had them may have gone, or moved. */
export interface Bound {
  values: readonly KeyValue[];
  /** Whether an item with exactly these values is part of what the bound leaves. */
  isIncluded?: boolean;
}

/** A part of a list. */
export interface ListPart {
  /** Maximum number of items. */
  size: number;
  /** The last items rather than the first; they come in the order of the list all the same. */
  isBackward?: boolean;
  /** Only items behind this place. */
  after?: Bound;
  /** Only items in front of this place. */
  before?: Bound;
  /** Number of items to skip; only from the beginning. */
  offset?: number;
}

/** An item of a list, and its place when the list was read. */
export interface Placed<Item> {
  place: readonly KeyValue[];
  /** Null if it was removed while the list was read. */
  item: Item | null;
}

/** The items without their places. */
export const listItems = <Item>(placed: readonly Placed<Item>[]): Item[] =>
  placed.flatMap(({ item }) => (item === null ? [] : [item]));

/** Newest first, in tables whose ids are unique in the list. */
export const newestFirst: ListOrder = {
  name: 'newest',
  keys: [
    { expression: 'created_time', kind: 'number', descending: true },
    { expression: 'id', kind: 'text', descending: true },
  ],
};
