import { createHash } from 'node:crypto';

const idLength = 32;

/** The beginning of an id in order of creation; records with equal ones are neighbours in the index of ids. */
const ordered = /^[0-9a-f]{16}/;

/**
 * The id of a record that was sent without one within another record. It follows from the id of the outer record, so that a
 * new form of the outer record replaces both.
 */
export function embeddedId(outerId: string, field: string): string {
  const [start = ''] = ordered.exec(outerId) ?? [];
  const rest = createHash('sha256').update(`${outerId} ${field}`).digest('hex');
  return (start + rest).slice(0, idLength);
}
