import { RateLimiterMemory } from 'rate-limiter-flexible';
import { networkOf } from '../throttle/network';

/** Seconds. */
const period = 60;

/** Bounds the events of callers who say nothing of who they are: anybody can make up any number. */
export class AnonymousEvents {
  private readonly limiter: RateLimiterMemory | null;

  /** @param perMinute of one network, in this process; 0 for any number */
  constructor(perMinute: number) {
    this.limiter = perMinute === 0 ? null : new RateLimiterMemory({ points: perMinute, duration: period });
  }

  /** Counts one more. False when it is one too many. */
  async admit(address: string): Promise<boolean> {
    if (!this.limiter) return true;
    return this.limiter.consume(networkOf(address)).then(
      () => true,
      () => false,
    );
  }
}
