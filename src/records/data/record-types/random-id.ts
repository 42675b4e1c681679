import { randomFillSync } from 'node:crypto';

const idBytes = 16;

/** Random bytes are generated for many ids at once; generating them one by one would take most of a batch's time. */
const pool = Buffer.alloc(idBytes * 256);
let used = pool.length;

/** The id of a record that was sent without one: 16 random bytes as lower-case hexadecimal digits. */
export function randomRecordId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += idBytes;
  return pool.toString('hex', used - idBytes, used);
}
