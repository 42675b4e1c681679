import { timingSafeEqual } from 'node:crypto';
import { digestOf } from '../../../platform/folding';

/** Knows who Xealth is. */
export class XealthAccess {
  /** @param token what Xealth shows; nothing is done for Xealth without one */
  constructor(private readonly token: string | undefined) {}

  /** False while Xealth is not connected. */
  get isConfigured(): boolean {
    return this.token !== undefined;
  }

  /** Whether somebody has shown the token of the settings. */
  isPartner(shown: string): boolean {
    if (this.token === undefined) return false;
    // Digests are of one length, and the time that comparing them takes tells nothing.
    return timingSafeEqual(Buffer.from(digestOf(this.token)), Buffer.from(digestOf(shown)));
  }
}
