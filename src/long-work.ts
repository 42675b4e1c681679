import { setImmediate as nextTurn } from 'node:timers/promises';
import { callerGone } from './errors';

/** Milliseconds that work may keep the event loop before others have their turn. */
const longestTurn = 10;

/** Work of the processor that takes long: lets others have their turn, and ends when nobody waits for it any more. */
export class LongWork {
  private turnBegan = performance.now();

  constructor(private readonly signal?: AbortSignal) {}

  /** To be called every few hundred steps. Throws when whoever wanted the result has gone. */
  async pause(): Promise<void> {
    if (this.signal?.aborted) throw callerGone();
    if (performance.now() - this.turnBegan < longestTurn) return;
    await nextTurn();
    this.turnBegan = performance.now();
    if (this.signal?.aborted) throw callerGone();
  }
}
