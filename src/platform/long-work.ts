import { setImmediate as nextTurn } from 'node:timers/promises';
import { endReason } from './errors';

/** Milliseconds that work may block the event loop before it yields. */
const longestTurn = 10;

/** Long CPU-bound work: yields to other requests, and ends with its operation: when its time is over, or nobody waits for it. */
export class LongWork {
  private turnBegan = performance.now();

  constructor(private readonly signal?: AbortSignal) {}

  /** Call it every few hundred steps. Throws when the operation has ended. */
  async pause(): Promise<void> {
    this.assertWanted();
    if (performance.now() - this.turnBegan < longestTurn) return;
    await nextTurn();
    this.turnBegan = performance.now();
    this.assertWanted();
  }

  private assertWanted(): void {
    if (this.signal?.aborted) throw endReason(this.signal);
  }
}
