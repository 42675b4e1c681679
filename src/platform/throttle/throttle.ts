import { createHash } from 'node:crypto';
import { tooManyRequests, type ApiError } from '../errors';
import { refusals } from '../telemetry/measures';
import { findNetwork } from './network';
import type { Counter, CounterStore } from './counter';

/** A rate limit. */
export interface Limit {
  /** Name of the counter; at most 20 characters, because of the column length. */
  name: string;
  /** Maximum number of events; 0 for no limit. */
  events: number;
  /** Period in seconds from the first event. */
  seconds: number;
  /** A success does not clear the failures: an attacker could otherwise use an account of their own in between. */
  keepsFailures?: true;
}

/** What is counted together. */
export interface Subject {
  /** The target, such as an email address, ignoring case. */
  of?: string;
  /** Address of the computer that acts. Its whole network counts. */
  from?: string;
}

/** SHA-256 in base64url: counters do not reveal their subject. */
export function counterKey({ of = '', from = '' }: Subject): string {
  const subject = JSON.stringify([of.toLowerCase(), findNetwork(from)]);
  return createHash('sha256').update(subject).digest('base64url');
}

/** Limits the rate of events such as guesses at a secret. All processes count together. */
export class Throttle {
  private readonly counter: Counter;

  constructor(
    store: CounterStore,
    private readonly limit: Limit,
  ) {
    this.counter = store.counter(limit.name, limit.seconds);
  }

  /** Counts one event. Throws when the limit is exceeded. */
  async count(subject: Subject): Promise<void> {
    if (this.limit.events === 0) return;
    const { events, endsIn } = await this.counter.add(counterKey(subject));
    if (events > this.limit.events) throw this.refusal(endsIn);
  }

  /**
   * Runs an attempt with a secret, unless too many have failed. Failures count, a success clears them (unless they
   * are kept). Once the limit is reached, results are withheld, so that concurrent attempts reveal no more than
   * sequential ones.
   *
   * @param hasFailed whether an error of `attempt` means that the secret was wrong
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
    if (failures > 0 && !this.limit.keepsFailures) await this.counter.clear(counterKey(subject));
    return result;
  }

  /**
   * `attempt` for unguessable secrets: the right one passes whatever the count, and clears it; a wrong one counts,
   * and is refused with the limit once that is reached.
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
      await this.counter.clear(counterKey(subject));
    return result;
  }

  /** Whether there are events in the current period. */
  async hasCounted(subject: Subject): Promise<boolean> {
    const { events } = await this.counter.read(counterKey(subject));
    return events > 0;
  }

  /** The current count. Throws when the limit is reached. */
  private async openCount(subject: Subject): Promise<number> {
    if (this.limit.events === 0) return 0;
    const { events, endsIn } = await this.counter.read(counterKey(subject));
    if (events >= this.limit.events) throw this.refusal(endsIn);
    return events;
  }

  private refusal(endsIn: number): ApiError {
    refusals.inc({ limit: this.limit.name });
    return tooManyRequests(endsIn);
  }
}
