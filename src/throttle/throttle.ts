import { createHash } from 'node:crypto';
import { tooManyRequests } from '../errors';
import { networkOf } from './network';
import type { Counter, CounterStore } from './counter';

/** How often something may happen. */
export interface Limit {
  /** Names what is counted; at most 20 characters, the column has room for no more. */
  name: string;
  /** That many are allowed; 0 allows any number. */
  events: number;
  /** From the first one on. */
  seconds: number;
  /** A success does not clear the failures: whoever guesses at many has one of their own in between. */
  keepsFailures?: true;
}

/** What is counted together. */
export interface Subject {
  /** What is guessed at or written to, such as an e-mail address; in any case. */
  of?: string;
  /** Address of the computer that does it. Its whole network counts. */
  from?: string;
}

/** SHA-256, base64url: counts are kept without telling of whom. */
export function keyOf({ of = '', from = '' }: Subject): string {
  const subject = JSON.stringify([of.toLowerCase(), networkOf(from)]);
  return createHash('sha256').update(subject).digest('base64url');
}

/** Slows down what must not happen often, such as guessing a secret. All processes count together. */
export class Throttle {
  private readonly counter: Counter;

  constructor(
    store: CounterStore,
    private readonly limit: Limit,
  ) {
    this.counter = store.counter(limit.name, limit.seconds);
  }

  /** Counts one more. Throws when that is one too many. */
  async count(subject: Subject): Promise<void> {
    if (this.limit.events === 0) return;
    const { events, endsIn } = await this.counter.add(keyOf(subject));
    if (events > this.limit.events) throw tooManyRequests(endsIn);
  }

  /**
   * Lets somebody try a secret, unless too many tries have failed; failures count, a success clears them (but where they
   * are kept). What came
   * out of a try is told to nobody once the limit is reached, so that many at once learn no more than one after
   * another.
   *
   * @param hasFailed whether an error of `attempt` says that the secret was wrong
   */
  async attempt<T>(
    subject: Subject,
    attempt: () => Promise<T>,
    hasFailed: (error: unknown) => boolean,
  ): Promise<T> {
    await this.openCount(subject);
    const result = await attempt().catch(async (error: unknown) => {
      if (hasFailed(error)) await this.count(subject);
      throw error;
    });
    const failures = await this.openCount(subject);
    if (failures > 0 && !this.limit.keepsFailures) await this.counter.clear(keyOf(subject));
    return result;
  }

  /**
   * `attempt` for what nobody can guess: the right one passes whatever has been counted, and clears it all the same; a wrong
   * one counts, and is told of the limit once that is reached.
   */
  async attemptOfUnguessable<T>(
    subject: Subject,
    attempt: () => Promise<T>,
    hasFailed: (error: unknown) => boolean,
  ): Promise<T> {
    const result = await attempt().catch(async (error: unknown) => {
      if (!hasFailed(error)) throw error;
      await this.openCount(subject);
      await this.count(subject);
      throw error;
    });
    if (!this.limit.keepsFailures && (await this.hasCounted(subject)))
      await this.counter.clear(keyOf(subject));
    return result;
  }

  /** True when something was counted that still counts. */
  async hasCounted(subject: Subject): Promise<boolean> {
    const { events } = await this.counter.read(keyOf(subject));
    return events > 0;
  }

  /** How many there have been. Throws when these are as many as are allowed. */
  private async openCount(subject: Subject): Promise<number> {
    if (this.limit.events === 0) return 0;
    const { events, endsIn } = await this.counter.read(keyOf(subject));
    if (events >= this.limit.events) throw tooManyRequests(endsIn);
    return events;
  }
}
