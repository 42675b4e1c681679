import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Milliseconds that a response waits for a reader before the connection is cut. */
const timeout = 30_000;

/** Waits until the reader has received what was sent, and leaves no listener behind. Cuts the connection when that takes too long. */
export async function drained(response: Writable): Promise<void> {
  if (!response.writableNeedDrain) return;
  const over = new AbortController();
  const timer = setTimeout(() => response.destroy(), timeout);
  await Promise.race(['drain', 'close'].map((event) => once(response, event, { signal: over.signal })));
  clearTimeout(timer);
  over.abort();
}
