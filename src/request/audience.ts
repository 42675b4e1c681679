import { callerGone } from '../platform/errors';

const everybodyGone = callerGone();

/**
 * Those who wait for the same work. Its signal is aborted once none of them waits any more, but not within the turn of the
 * event loop in which it was created: others may still join.
 */
export class Audience {
  private readonly controller = new AbortController();
  private waiting = 1;

  constructor() {
    setImmediate(() => this.countOff());
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Waits for the work, as one of them. Whoever leaves no longer counts, even if the work goes on for others. */
  async await<Result>(work: Promise<Result>, leaving: AbortSignal): Promise<Result> {
    this.waiting += 1;
    let counts = true;
    const leave = () => {
      if (counts) this.countOff();
      counts = false;
    };
    if (leaving.aborted) leave();
    else leaving.addEventListener('abort', leave);
    try {
      return await work;
    } finally {
      leaving.removeEventListener('abort', leave);
      leave();
    }
  }

  private countOff(): void {
    this.waiting -= 1;
    if (this.waiting === 0) this.controller.abort(everybodyGone);
  }
}
