import { badInput } from '../platform/errors';
import type { Sender } from '../platform/idempotency/sender';

/** Maximum length of an idempotency key. */
const longestKey = 255;

/** How a repeated request is recognized. */
export interface Repetition {
  /** The idempotency key. */
  key?: string;
  /** Starts tracking the fate of the response. */
  watchDelivery?: () => NonNullable<Sender['delivery']>;
}

/** By what the operations of a request are recognized when they are repeated. */
export class Repetitions {
  private delivery: Sender['delivery'];
  /** The key of the running mutation, which counts before that of the request. */
  private mutationKey: string | undefined;
  /** The repeatable operations of the request, and how often each occurred. */
  private readonly asked = new Map<string, number>();

  constructor(private readonly repetition: Repetition = {}) {}

  /** The idempotency key of the request; undefined if it has none. */
  get requestKey(): string | undefined {
    return this.repetition.key;
  }

  /** Begins a mutation, with its own idempotency key if it has one. Throws when the key is empty. */
  beginMutation(key?: string): void {
    if (key === '') throw badInput('An idempotency key cannot be empty.');
    this.mutationKey = key;
  }

  /** The sender of the request. Throws when the idempotency key is too long. */
  sentBy(userId: string): Sender {
    const key = this.mutationKey ?? this.requestKey;
    if (key !== undefined && key.length > longestKey) {
      throw badInput(`The idempotency key is longer than ${longestKey} characters.`);
    }
    this.delivery ??= this.repetition.watchDelivery?.();
    return { userId, key, repetitionOf: (purpose) => this.countAsked(purpose), delivery: this.delivery };
  }

  private countAsked(purpose: string): number {
    const before = this.asked.get(purpose) ?? 0;
    this.asked.set(purpose, before + 1);
    return before;
  }
}
