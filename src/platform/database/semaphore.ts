import type { StallDetector } from './stall-detector';

/** Limits how many operations run at once; further ones wait in order of arrival. */
export class Semaphore {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param watch rejects waiting callers when waiting is pointless; without it they wait indefinitely */
  constructor(
    private readonly limit: number,
    private readonly watch?: StallDetector,
  ) {}

  /** How many operations run, and how many wait. */
  get use(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting.length };
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.limit) this.running += 1;
    else await this.wait();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        done?.();
        resolve();
      };
      const done = this.watch?.begin((error) => {
        this.waiting.splice(this.waiting.indexOf(enter), 1);
        reject(error);
      });
      this.waiting.push(enter);
    });
  }
}
