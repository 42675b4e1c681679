import type { Caller } from '../../identity/caller';
import { ApiError } from '../../platform/errors';
import { refusals } from '../../platform/telemetry/measures';

/** Limits what an account keeps open in this process. Trusted servers act for many people and are not limited. */
export class StreamLimits {
  private readonly open = new Map<string, number>();

  constructor(private readonly perAccount: number) {}

  /** Counts one more, and returns a function that releases it. Throws when the account is at its limit. */
  admit(caller: Caller): () => void {
    if (caller.kind !== 'user') return () => undefined;
    const { userId } = caller;
    const count = this.open.get(userId) ?? 0;
    if (count >= this.perAccount) {
      refusals.inc({ limit: 'streams-per-account' });
      throw new ApiError(
        'RATE_LIMITED',
        `At most ${this.perAccount} can be open at a time. Close some first.`,
      );
    }
    this.open.set(userId, count + 1);
    let counted = true;
    return () => {
      if (counted) this.countOff(userId);
      counted = false;
    };
  }

  private countOff(userId: string): void {
    const count = (this.open.get(userId) ?? 0) - 1;
    if (count > 0) this.open.set(userId, count);
    else this.open.delete(userId);
  }
}
