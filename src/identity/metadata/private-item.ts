import { randomBytes } from 'node:crypto';
import { isCollection, type Collection } from './merge';

/** An item of the collection `private`: random values that identify the account to a trusted server. */
export interface PrivateItem {
  name: string;
  /** Ten lower-case hexadecimal characters. */
  id: string;
  /** 24 lower-case hexadecimal characters. */
  hash: string;
}

/** Whether an item is complete. */
const isPrivateItem = (value: unknown): value is PrivateItem =>
  isCollection(value) && [value.name, value.id, value.hash].every((part) => typeof part === 'string');

/** The complete item of a collection with this name; null if there is none. */
export function findPrivateItem(collection: Collection, name: string): PrivateItem | null {
  const item = Object.hasOwn(collection, name) ? collection[name] : undefined;
  return isPrivateItem(item) ? item : null;
}

const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other);

/** A new item; values already written by a server stay. */
export function newPrivateItem(written: unknown): PrivateItem {
  const kept = isCollection(written) ? written : {};
  return {
    ...kept,
    name: textOr(kept.name, ''),
    id: textOr(kept.id, randomBytes(5).toString('hex')),
    hash: textOr(kept.hash, randomBytes(12).toString('hex')),
  };
}
