import { badInput } from '../../src/errors';

/** A place in a list as text that clients hand back and do not look into. */
export const toCursor = (...parts: (string | number)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/** The place behind a cursor. Throws when the text is not a cursor of this kind of list. */
export function fromCursor(cursor: string, length: number): (string | number)[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isPlace = Array.isArray(parts) && parts.length === length;
    if (isPlace && parts.every((part) => typeof part === 'string' || Number.isSafeInteger(part))) {
      return parts as (string | number)[];
    }
  } catch {
    // Falls through to the refusal: whatever the text was, it was not ours.
  }
  throw badInput('The argument "after" is not a cursor of this list.');
}
