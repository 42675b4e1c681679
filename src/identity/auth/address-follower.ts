import type { EntityManager } from 'typeorm';

/** Code that keeps a copy of the address of an account. */
export interface AddressFollower {
  /** Stores the new address of an account, or that it has none any more, in the transaction of the change. */
  changeAddressWithin(manager: EntityManager, userId: string, email: string | null): Promise<void>;
}
