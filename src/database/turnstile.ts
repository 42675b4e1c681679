import type { SilenceWatch } from './silence';

/** Lets a limited number of pieces of work run at once; what comes later waits, in the order of asking. */
export class Turnstile {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param watch tells those who wait when waiting is in vain; without it they wait for as long as it takes */
  constructor(
    private readonly limit: number,
    private readonly watch?: SilenceWatch,
  ) {}

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
