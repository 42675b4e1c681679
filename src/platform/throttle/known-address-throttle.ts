import { ApiError } from '../errors';
import type { Subject, Throttle } from './throttle';

/** The person who changes an address or signs up. */
export interface AddressAsker {
  /** Absent for a person without an account. */
  accountId?: string;
  /** Address of their computer. */
  address: string;
}

const isKnown = (error: unknown): boolean => error instanceof ApiError && error.code === 'CONFLICT';

/**
 * Throttles operations whose failure reveals that an address has an account. Neither one account nor a network with
 * many accounts can probe many addresses that way.
 */
export class KnownAddressThrottle {
  constructor(
    private readonly ofAccount: Throttle,
    private readonly ofNetwork: Throttle,
  ) {}

  /** Runs a change, unless too many have failed. */
  attempt<Result>({ accountId, address }: AddressAsker, change: () => Promise<Result>): Promise<Result> {
    const inNetwork = () => this.ofNetwork.attempt({ from: address }, change, isKnown);
    const subject: Subject = { of: accountId };
    return accountId === undefined ? inNetwork() : this.ofAccount.attempt(subject, inNetwork, isKnown);
  }
}
