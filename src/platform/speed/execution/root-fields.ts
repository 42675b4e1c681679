/**
 * Milliseconds after the end of an operation until its fields are given up. Loads and resolvers notice the end before, so
 * that errors are at the paths where something is missing; only what waits for something else is given up.
 */
const graceTime = 50;

/** Gives up the root fields of an operation some time after its signal was aborted. */
export class RootFields {
  private readonly waiting = new Set<() => void>();
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;
  private readonly begin: () => void;

  constructor(private readonly signal: AbortSignal) {
    const begin = () => this.giveUpLater();
    if (signal.aborted) begin();
    else signal.addEventListener('abort', begin, { once: true });
    this.begin = begin;
  }

  /** The value of a field, or what `give` makes of the reason when the field is given up. */
  untilEnd(value: Promise<unknown>, give: (reason: unknown) => unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const giveUp = () => resolve((async () => give(this.signal.reason))());
      if (this.isOver) return giveUp();
      this.waiting.add(giveUp);
      value.then(resolve, reject).finally(() => this.waiting.delete(giveUp));
    });
  }

  private giveUpLater(): void {
    this.timer = setTimeout(() => {
      this.isOver = true;
      for (const giveUp of this.waiting) giveUp();
    }, graceTime);
  }

  /** Must be called when all fields have a value. */
  close(): void {
    clearTimeout(this.timer);
    this.signal.removeEventListener('abort', this.begin);
  }
}
