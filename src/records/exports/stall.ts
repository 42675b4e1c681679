/**
 * Detects when something has made no progress for too long. The total time does not matter, so that an account with
 * many years is exported like a small one.
 */
export class Stall {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;

  /** @param stallTimeout milliseconds between two signs of progress */
  constructor(stallTimeout: number) {
    this.timer = setTimeout(
      () => this.controller.abort(new Error('There is no progress.')),
      stallTimeout,
    ).unref();
  }

  /** Aborted after too long without progress. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Call it on progress. */
  readonly goesOn = (): void => {
    this.timer.refresh();
  };

  /** Stops watching. */
  readonly end = (): void => {
    clearTimeout(this.timer);
  };
}
