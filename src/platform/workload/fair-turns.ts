import { endReason, overloaded } from '../errors';

/** Limits of a queue. */
export interface TurnLimits {
  /** Works that run at once. */
  atOnce: number;
  /** Works of one account that may wait; further ones are refused. */
  waitingOfOne: number;
  /** Works of all accounts together that may wait. */
  waiting: number;
}

/**
 * Limits how many works run at once. Accounts take turns, however many works each of them has waiting, and works of the same
 * account run in order of arrival.
 */
export class FairTurns {
  private running = 0;
  private count = 0;
  /** Those who wait, by account; the account whose turn is next comes first. */
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor(private readonly limits: TurnLimits) {}

  /** How many works run, and how many wait. */
  get use(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.count };
  }

  /** Begins a work that ends with `leave`, if no work has to wait. */
  enterAtOnce(): boolean {
    if (this.running >= this.limits.atOnce) return false;
    this.running += 1;
    return true;
  }

  /** Throws `OVERLOADED` when too many wait already, and the reason of the signal when it is aborted while waiting. */
  async run<Result>(account: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (!this.enterAtOnce()) await this.enter(account, signal);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /**
   * Waits until a work that ends with `leave` may begin. Rejects with `OVERLOADED` when too many wait already, and with the
   * reason of the signal when it is aborted while waiting.
   */
  async enter(account: string, signal?: AbortSignal): Promise<void> {
    const own = this.waiting.get(account) ?? [];
    if (own.length >= this.limits.waitingOfOne || this.count >= this.limits.waiting) throw overloaded();
    this.waiting.set(account, own);
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.forget(account, own, enter);
        if (signal) reject(endReason(signal));
      };
      own.push(enter);
      this.count += 1;
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  private forget(account: string, own: (() => void)[], enter: () => void): void {
    own.splice(own.indexOf(enter), 1);
    this.count -= 1;
    if (own.length === 0) this.waiting.delete(account);
  }

  /** Ends a work, and lets the next one begin. */
  leave(): void {
    const [next] = this.waiting;
    if (!next) {
      this.running -= 1;
      return;
    }
    const [account, own] = next;
    const [enter] = own;
    this.waiting.delete(account);
    if (own.length > 1) this.waiting.set(account, own);
    if (!enter) return;
    this.forget(account, own, enter);
    enter();
  }
}
