import { timingSafeEqual } from 'node:crypto';
import { digest } from '../../../platform/folding';

/** Authenticates Xealth. */
export class XealthAccess {
  /** @param token the token that Xealth presents; without one, all its requests are refused */
  constructor(private readonly token: string | undefined) {}

  /** False if Xealth is not configured. */
  get isConfigured(): boolean {
    return this.token !== undefined;
  }

  /** Whether the caller has presented the configured token. */
  isPartner(shown: string): boolean {
    if (this.token === undefined) return false;
    // Comparing digests of equal length takes the same time whatever they contain.
    return timingSafeEqual(Buffer.from(digest(this.token)), Buffer.from(digest(shown)));
  }
}
