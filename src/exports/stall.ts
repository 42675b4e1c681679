/**
 * Says when something has made no headway for too long. How long it takes altogether does not matter, so that an account
 * of many years is exported like a small one.
 */
export class Stall {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;

  /** @param patience milliseconds between two signs of headway */
  constructor(patience: number) {
    this.timer = setTimeout(() => this.controller.abort(new Error('There is no headway.')), patience).unref();
  }

  /** Aborted once nothing has gone on for too long. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** There is headway. */
  readonly goesOn = (): void => {
    this.timer.refresh();
  };

  /** Nothing is waited for any more. */
  readonly end = (): void => {
    clearTimeout(this.timer);
  };
}
