import { createHash } from 'node:crypto';
import type { Bound, KeyValue, ListOrder, SortKey } from '../src/platform/list-part';
import { badInput } from '../src/platform/errors';
import { isWellFormed } from '../src/platform/rules/well-formed';

/** A list that is read page by page. */
export interface KeyedList {
  /** The field, such as `Clinic.patients`. */
  field: string;
  /** Whose list it is: the id of the clinic, for example. */
  of?: string;
  order: ListOrder;
  /** Cursors of earlier releases counted the items in front of them; REST's page numbers still do. */
  counts?: boolean;
}

/** The argument of a page that a cursor stands in. */
export type CursorArgument = 'after' | 'before';

/** Longer texts are no keys. */
const longestText = 2_000;

/** Names the list in its cursors, without its ids. */
const toName = ({ field, of = '' }: KeyedList): string =>
  createHash('sha256').update(`${field} ${of}`).digest('base64url').slice(0, 8);

const encode = (parts: readonly KeyValue[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/** Writes the cursors of a list: its name, the name of the order, and the values of the keys. */
export function makeCursors(list: KeyedList): (place: readonly KeyValue[]) => string {
  const name = toName(list);
  return (place) => encode([name, list.order.name, ...place]);
}

/** A cursor that counts the items in front of it, as REST's page numbers do. */
export const countingCursor = (count: number): string => encode([count]);

const isOfKind = ({ kind, isNullable, form }: SortKey, value: unknown): value is KeyValue => {
  if (value === null) return Boolean(isNullable);
  if (kind === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (typeof value !== 'string' || value.length > longestText) return false;
  return form ? form.test(value) : isWellFormed(value);
};

const areKeys = (keys: readonly SortKey[], values: readonly unknown[]): values is KeyValue[] =>
  values.length === keys.length && keys.every((key, index) => isOfKind(key, values[index]));

/**
 * The place behind a cursor, or the number of items to skip. Throws when the text is no cursor of this list, or of
 * another order of it.
 */
export function placeOfCursor(list: KeyedList, cursor: string, argument: CursorArgument): Bound | number {
  const parts = readParts(cursor);
  const { keys, name: order } = list.order;
  const [name, itsOrder, ...values] = parts;
  const [count] = parts;
  if (name === toName(list) && typeof itsOrder === 'string') {
    if (itsOrder !== order)
      throw badInput(
        `The argument "${argument}" is a cursor of this list in another order. Send it with the order in which it was returned.`,
      );
    if (areKeys(keys, values)) return { values };
  }
  if (list.counts && parts.length === 1 && Number.isSafeInteger(count) && Number(count) >= 0)
    return Number(count);
  // Cursors of earlier releases were the keys alone.
  if (!list.counts && areKeys(keys, parts)) return { values: parts };
  throw badInput(`The argument "${argument}" is not a cursor of this list.`);
}

function readParts(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
