import { z } from 'zod';
import { badInput } from '../../../src/platform/errors';

/** The position of a record: time in milliseconds since the epoch, id, id of the data set. */
export const recordPlace = z.tuple([z.int(), z.string().regex(/^\w*$/), z.string().regex(/^\w*$/)]);

/** Encodes a position as an opaque text for clients. */
export const toCursor = (...parts: (string | number)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/** The position in a cursor. Throws when the text is not a cursor of this kind of list. */
export function fromCursor<Place>(cursor: string, kind: z.ZodType<Place>): Place {
  const place = kind.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (place.success) return place.data;
  throw badInput('The argument "after" is not a cursor of this list.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
