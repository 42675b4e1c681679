/** Four 32-bit words from a text: a multiply-and-rotate hash with a start value per word. */
function hashWords(text: string): [number, number, number, number] {
  const words = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0x6a09e667].map((start) => {
    let hash = start ^ text.length;
    for (let index = 0; index < text.length; index += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0xcc9e2d51);
      hash = (hash << 13) | (hash >>> 19);
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return hash ^ (hash >>> 16);
  });
  return words as [number, number, number, number];
}

/**
 * Seeded source of reproducible pseudo-random numbers; not for secrets.
 * The generator is sfc32, "small fast counter" of Chris Doty-Humphrey's PractRand, 128 bits of state.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter: number;

  constructor(private readonly seed: string) {
    [this.a, this.b, this.c, this.counter] = hashWords(seed);
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** An independent generator for a named purpose, unaffected by numbers drawn from this one. */
  fork(name: string): Random {
    return new Random(`${this.seed}/${name}`);
  }

  /** Uniform number in [0, 1). */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum;
    this.c |= 0;
    return (sum >>> 0) / 4_294_967_296;
  }

  /** Uniform number in [low, high). */
  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** Uniform integer from low to high, both inclusive. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the items, all equally likely. */
  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.integer(0, items.length - 1)] ?? items[0];
  }

  /** Normally distributed number (Box-Muller transform). */
  normal(mean = 0, deviation = 1): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return mean + deviation * radius * Math.cos(2 * Math.PI * this.next());
  }

  /** Exponentially distributed number, for example the length of an outage. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }
}
