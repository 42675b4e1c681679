import { ApiError } from '../errors';
import type { Subject, Throttle } from './throttle';

/** Who changes an address, or opens an account. */
export interface AddressAsker {
  /** Absent for somebody who has no account yet. */
  accountId?: string;
  /** Of their computer. */
  address: string;
}

const isKnown = (error: unknown): boolean => error instanceof ApiError && error.code === 'CONFLICT';

/**
 * Slows down what tells, when it fails, that an address has an account. Nobody finds out about many addresses that way:
 * neither one account, nor a network with many of them.
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
