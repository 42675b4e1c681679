import type { Caller } from '../../auth/caller';
import { ApiError } from '../../errors';

/** Counts what an account holds open in this process. Trusted servers speak for many people and are not counted. */
export class StreamLimits {
  private readonly open = new Map<string, number>();

  constructor(private readonly perAccount: number) {}

  /** Counts one more. Returns what counts it off again, once. Throws when the account has as many as it may have. */
  admit(caller: Caller): () => void {
    if (caller.kind !== 'user') return () => undefined;
    const { userId } = caller;
    const count = this.open.get(userId) ?? 0;
    if (count >= this.perAccount)
      throw new ApiError(
        'RATE_LIMITED',
        `At most ${this.perAccount} may be open at a time. Close some first.`,
      );
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
