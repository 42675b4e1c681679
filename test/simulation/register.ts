import { isDeepStrictEqual } from 'node:util';

/** A change whose outcome is unknown. All registers that it affects refer to it. */
export interface LostChange {
  what: string;
  happened?: boolean;
}

/** A read value that contradicts what was acknowledged. */
export class Contradiction extends Error {}

/**
 * The known value of something readable, as plain JSON; undefined if it does not exist. While the outcome of a change
 * is unknown, there are two possible values; reading one of them settles the whole change.
 */
export class Register<T = unknown> {
  private lost: { change: LostChange; after: T | undefined } | undefined;
  /** How often the value has changed, or may have. */
  version = 0;

  constructor(
    readonly name: string,
    private value?: T,
  ) {}

  get isSettled(): boolean {
    return this.lost === undefined;
  }

  /** The value. Throws while a change is pending. */
  get now(): T | undefined {
    if (this.lost) throw new Error(`Nobody has looked at ${this.name} since ${this.lost.change.what}.`);
    return this.value;
  }

  /** The last settled value. */
  get before(): T | undefined {
    return this.value;
  }

  get isThere(): boolean {
    return this.now !== undefined;
  }

  /** Applies an acknowledged change. */
  set(value: T | undefined): void {
    if (!isDeepStrictEqual(value, this.value)) this.version += 1;
    this.lost = undefined;
    this.value = value;
  }

  /** Records a change without a response. */
  maybe(change: LostChange, after: T | undefined): void {
    this.version += 1;
    this.lost = { change, after };
  }

  /** Applies a read value. Throws when it is impossible. */
  settle(seen: T | undefined): void {
    const { lost, value } = this;
    const candidates =
      lost === undefined
        ? [value]
        : lost.change.happened === undefined
          ? [value, lost.after]
          : [lost.change.happened ? lost.after : value];
    if (!candidates.some((candidate) => isDeepStrictEqual(candidate, seen))) {
      const could = candidates.map(shown).join(' or ');
      const why = lost ? `, as ${lost.change.what} ${told(lost.change)}` : '';
      throw new Contradiction(`${this.name} is ${shown(seen)} and can only be ${could}${why}`);
    }
    if (lost?.change.happened === undefined && lost && !isDeepStrictEqual(value, lost.after))
      lost.change.happened = isDeepStrictEqual(lost.after, seen);
    this.set(seen);
  }
}

const told = ({ happened }: LostChange): string => {
  if (happened === undefined) return 'had no answer';
  return happened ? 'has happened' : 'has not happened';
};

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));

/** Registers by client-side names, created on first use. */
export class Registers<T> {
  private readonly all = new Map<string, Register<T>>();

  constructor(private readonly what: string) {}

  get(name: string): Register<T> {
    let found = this.all.get(name);
    if (!found) {
      found = new Register<T>(`${this.what} ${name}`);
      this.all.set(name, found);
    }
    return found;
  }

  names(): string[] {
    return [...this.all.keys()];
  }

  /** Names of existing values. */
  there(): string[] {
    return this.names().filter((name) => this.get(name).isSettled && this.get(name).isThere);
  }

  values(): Register<T>[] {
    return [...this.all.values()];
  }

  /** Compares all values with read ones. An unknown read value is a contradiction. */
  settle(seen: ReadonlyMap<string, T>): void {
    for (const name of seen.keys())
      if (!this.all.has(name))
        throw new Contradiction(`${this.what} ${name} is there, and nobody has made it`);
    for (const [name, register] of this.all) register.settle(seen.get(name));
  }
}
