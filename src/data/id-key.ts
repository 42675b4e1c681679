import { createHash } from 'node:crypto';

/** What fits into the columns of ids and is equal there to nothing but itself: MySQL takes no notice of blanks at the end. */
const plain = /^[\x21-\x7e]{1,40}$/;

/**
 * What stands for an id in columns and statements. Ids of the old upload route may be any text; those that are not
 * plain stand there as a digest, and only the text of the record holds them as they are.
 */
export const idKey = (id: string): string =>
  plain.test(id) ? id : createHash('sha256').update(id).digest('base64url').slice(0, 40);
