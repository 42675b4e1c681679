import { endReason, overloaded } from '../errors';

/** Limits of a queue. */
export interface TurnLimits {
  /** Works that run at once. */
  atOnce: number;
  /** Works that run at once while no more wait than run; by default `atOnce`. */
  atOnceWhileFewWait?: number;
  /** Works that begin in one turn of the event loop, unless many wait; by default as many as may run. */
  perLoopTurn?: number;
  /** Works of one account that may wait; further ones are refused. */
  waitingOfOne: number;
  /** Works of all accounts together that may wait. */
  waiting: number;
}

/** Of many works that wait, this part begins in one turn of the event loop: together, they cost less. */
const partPerLoopTurn = 1 / 8;

/**
 * Limits how many works run at once. Accounts take turns, however many works each of them has waiting, and works of the same
 * account run in order of arrival.
 */
export class FairTurns {
  private running = 0;
  private count = 0;
  /** How many have begun in this turn of the event loop. */
  private begun = 0;
  /** Those who wait, by account; the account whose turn is next comes first. */
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor(private readonly limits: TurnLimits) {}

  /** How many works run, and how many wait. */
  get use(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.count };
  }

  /** Begins a work that ends with `leave`, if no work has to wait. */
  enterAtOnce(): boolean {
    if (this.count > 0 || !this.hasPlace()) return false;
    this.begin();
    return true;
  }

  private hasPlace(): boolean {
    const { atOnce, atOnceWhileFewWait: few = atOnce, perLoopTurn = Infinity } = this.limits;
    const { running, count, begun } = this;
    if (begun >= Math.max(perLoopTurn, count * partPerLoopTurn)) return false;
    return running < few || (running < atOnce && running < count);
  }

  private begin(): void {
    this.running += 1;
    if (this.limits.perLoopTurn === undefined) return;
    this.begun += 1;
    if (this.begun === 1) setImmediate(() => this.beginOthers());
  }

  private beginOthers(): void {
    this.begun = 0;
    this.letIn();
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
      this.letIn();
    });
  }

  private forget(account: string, own: (() => void)[], enter: () => void): void {
    own.splice(own.indexOf(enter), 1);
    this.count -= 1;
    if (own.length === 0) this.waiting.delete(account);
  }

  /** Ends a work, and lets the next one begin. */
  leave(): void {
    this.running -= 1;
    this.letIn();
  }

  private letIn(): void {
    for (const [account, own] of this.waiting) {
      if (!this.hasPlace()) return;
      const [enter] = own;
      // The account comes last from now on.
      this.waiting.delete(account);
      if (own.length > 1) this.waiting.set(account, own);
      if (!enter) continue;
      this.forget(account, own, enter);
      this.begin();
      enter();
    }
  }
}
