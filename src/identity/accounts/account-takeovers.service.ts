import type { EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import type { DeletedAccount } from '../../platform/composition/area';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { UserEntity } from './user.entity';

/** Outbox topic: the owner of an address has got an account that somebody else may have opened with it. */
export const accountTakenOverTopic = 'account-taken-over';

/** Owners of addresses who get the accounts that were opened with these. */
export class AccountTakeovers {
  constructor(private readonly outbox: OutboxService) {}

  /**
   * Ends what a stranger may have given others access by: shares, clinics, connections and the like (`atTakeover` of areas).
   * Does nothing if an address of the account was confirmed before: then the account belongs to whoever did that.
   */
  async endGivenAccess(manager: EntityManager, { id: userId, neverConfirmed }: UserEntity): Promise<void> {
    if (!neverConfirmed) return;
    const stranger: DeletedAccount = { userId, email: null, fullName: null, deletedTime: now() };
    await this.outbox.add(manager, accountTakenOverTopic, stranger);
  }
}
