import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Seconds. */
const period = 60;

/** Bounds the events of callers who say nothing of who they are: anybody can make up any number. */
export class AnonymousEvents {
  private readonly limiter: RateLimiterMemory | null;

  /**
   * @param perMinute of one network, in this process; 0 for any number
   * @param networkOf finds the network of an address
   */
  constructor(
    perMinute: number,
    private readonly networkOf: (address: string) => string,
  ) {
    this.limiter = perMinute === 0 ? null : new RateLimiterMemory({ points: perMinute, duration: period });
  }

  /** Counts one more. False when it is one too many. */
  async admit(address: string): Promise<boolean> {
    if (!this.limiter) return true;
    return this.limiter.consume(this.networkOf(address)).then(
      () => true,
      () => false,
    );
  }
}
