import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Seconds. */
const period = 60;

/** Limits events without a token: anybody can make up any number of them. */
export class AnonymousEvents {
  private readonly limiter: RateLimiterMemory | null;

  /**
   * @param perMinute per network, in this process; 0 for no limit
   * @param findNetwork finds the network of an address
   */
  constructor(
    perMinute: number,
    private readonly findNetwork: (address: string) => string,
  ) {
    this.limiter = perMinute === 0 ? null : new RateLimiterMemory({ points: perMinute, duration: period });
  }

  /** Counts one event. Returns false when the limit is exceeded. */
  async admit(address: string): Promise<boolean> {
    if (!this.limiter) return true;
    return this.limiter.consume(this.findNetwork(address)).then(
      () => true,
      () => false,
    );
  }
}
