import { isDeepStrictEqual } from 'node:util';

/** Whether something has happened that nobody was told the end of. All registers that it changes hang on it. */
export interface LostChange {
  what: string;
  happened?: boolean;
}

/** Something that was read and cannot be, by all that was acknowledged. */
export class Contradiction extends Error {}

/**
 * What is known of one thing that can be read, as plain JSON; undefined when it is not there. As long as nobody knows
 * whether a change has happened, it is one of two things; who reads it settles that, for everything that the change is about.
 */
export class Register<T = unknown> {
  private lost: { change: LostChange; after: T | undefined } | undefined;

  constructor(
    readonly name: string,
    private value?: T,
  ) {}

  get isSettled(): boolean {
    return this.lost === undefined;
  }

  /** What it is. Throws while that is open. */
  get now(): T | undefined {
    if (this.lost) throw new Error(`Nobody has looked at ${this.name} since ${this.lost.change.what}.`);
    return this.value;
  }

  /** What it was when nothing was open yet. */
  get before(): T | undefined {
    return this.value;
  }

  get isThere(): boolean {
    return this.now !== undefined;
  }

  /** A change was acknowledged. */
  set(value: T | undefined): void {
    this.lost = undefined;
    this.value = value;
  }

  /** A change had no answer. */
  maybe(change: LostChange, after: T | undefined): void {
    this.lost = { change, after };
  }

  /** Takes over what was read. Throws when it can be nothing of the kind. */
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

/** Registers by a name of the client's own, made when they are first asked for. */
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

  /** The names of what is known to be there. */
  there(): string[] {
    return this.names().filter((name) => this.get(name).isSettled && this.get(name).isThere);
  }

  values(): Register<T>[] {
    return [...this.all.values()];
  }

  /** Compares everything with what was read. What was read and is known to nobody is a contradiction. */
  settle(seen: ReadonlyMap<string, T>): void {
    for (const name of seen.keys())
      if (!this.all.has(name))
        throw new Contradiction(`${this.what} ${name} is there, and nobody has made it`);
    for (const [name, register] of this.all) register.settle(seen.get(name));
  }
}
