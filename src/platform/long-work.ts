import { setImmediate as nextTurn } from 'node:timers/promises';
import { callerGone } from './errors';

/** Milliseconds that work may block the event loop before it yields. */
const longestTurn = 10;

/** Long CPU-bound work: yields to other requests, and ends when nobody waits for the result. */
export class LongWork {
  private turnBegan = performance.now();

  constructor(private readonly signal?: AbortSignal) {}

  /** Call it every few hundred steps. Throws when the caller has disconnected. */
  async pause(): Promise<void> {
    if (this.signal?.aborted) throw callerGone();
    if (performance.now() - this.turnBegan < longestTurn) return;
    await nextTurn();
    this.turnBegan = performance.now();
    if (this.signal?.aborted) throw callerGone();
  }
}
