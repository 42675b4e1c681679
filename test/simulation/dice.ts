/**
 * All random decisions, reproducible by seed. Mulberry32 by Tommy Ettinger: short, and good enough for this purpose.
 */
export class Dice {
  private state: number;

  /** @param seed a whole number */
  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** A whole number from 0 to `limit`, exclusive. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  /** One of the items; undefined if there are none. */
  oneOf<T>(things: readonly T[]): T | undefined {
    return things[this.below(Math.max(things.length, 1))];
  }

  /** Some of the items, in order. */
  someOf<T>(things: readonly T[]): T[] {
    return things.filter(() => this.below(2) === 0);
  }

  /** True with probability 1 in `times`. */
  onceIn(times: number): boolean {
    return this.below(times) === 0;
  }

  private fraction(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
