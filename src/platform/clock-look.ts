import { now } from './clock';

/** Maximum difference between the clocks of machines, in milliseconds. */
export const clockDifference = 10_000;

/**
 * When to look for times in the database that are too late because a clock was ahead: this one before it was set
 * back, or that of another machine. Without that, rows would wait until this clock reaches the same time.
 */
export class ClockLook {
  private last = -Infinity;

  /** @param interval milliseconds between two looks, unless the clock is set back in between */
  constructor(private readonly interval: number) {}

  get isDue(): boolean {
    const passed = now() - this.last;
    return passed >= this.interval || passed < -clockDifference;
  }

  done(): void {
    this.last = now();
  }
}
