import { endReason } from './errors';

/** Milliseconds that work may block the event loop before it yields. */
const longestTurn = 5;

/** Works that have used up their turn, in order. */
const waiting: (() => void)[] = [];

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/** Resolves in a later turn of the event loop, in which no other long work goes on. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn);
  });

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
