import { randomFillSync } from 'node:crypto';
import { now } from '../../../platform/clock';

const idBytes = 16;
/** 48 bits of milliseconds, and a 16-bit counter of the ids of a millisecond. */
const [momentBytes, countBytes] = [6, 2];
const mostCounted = 2 ** (8 * countBytes);

/** Random bytes are generated for many ids at once; generating them one by one would take most of a batch's time. */
const pool = Buffer.alloc(idBytes * 256);
let used = pool.length;

let lastMoment = 0;
let countInMoment = 0;

/**
 * The id of a record that was sent without one: 16 bytes as lower-case hexadecimal digits, in order of creation, so that the
 * records of an upload are neighbours in the index of ids, whatever else their account has. 64 bits are random.
 */
export function orderedRecordId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const moment = now();
  countInMoment = moment === lastMoment ? (countInMoment + 1) % mostCounted : 0;
  lastMoment = moment;
  pool.writeUIntBE(moment, used, momentBytes);
  pool.writeUIntBE(countInMoment, used + momentBytes, countBytes);
  used += idBytes;
  return pool.toString('hex', used - idBytes, used);
}
