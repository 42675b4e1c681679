import { createHash } from 'node:crypto';

/** Ids that fit into id columns and are unambiguous there: MySQL ignores trailing spaces. */
const plain = /^[\x21-\x7e]{1,40}$/;

/**
 * The form of an id in columns and statements. Legacy ids may be any text; those that are not plain are replaced
 * with a digest, and only the text of the record contains them unchanged.
 */
export const idKey = (id: string): string =>
  plain.test(id) ? id : createHash('sha256').update(id).digest('base64url').slice(0, 40);
