import type { AccountChanges, AccountService } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { ConfirmationService } from '../confirmations/confirmation.service';
import type { Database } from '../database/database';
import type { ServerCaller, UserCaller } from './caller';
import type { SharingService } from '../sharing/sharing.service';
import type { SessionService } from './session.service';

/** Changes of accounts, together with what follows from them for sessions and confirmations. */
export class AccountUpdateService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly sessions: SessionService,
    private readonly confirmations: ConfirmationService,
    private readonly sharing: SharingService,
  ) {}

  /**
   * Changes an account for a caller who may do so. A new password ends all sessions but the caller's own. A new
   * address that a person has typed has to be confirmed, by the mail that goes there; a trusted server is believed.
   * The first password of an account means that its owner has taken it over: nobody manages it for them any more.
   * Throws a conflict when the address belongs to somebody, and then nothing is changed.
   */
  async update(id: string, changes: AccountChanges, caller: UserCaller | ServerCaller): Promise<UserEntity> {
    const prepared = await this.accounts.prepareChanges(changes);
    return this.database.transaction(async (manager) => {
      const { before, after } = await this.accounts.updateWithin(manager, id, prepared);
      if (after.passwordHash !== before.passwordHash) {
        await this.sessions.endOthers(manager, id, caller.userId === id ? caller.sessionId : null);
      }
      if (before.passwordHash === null && after.passwordHash !== null) {
        await this.sharing.endCustody(manager, id);
      }
      if (after.email === before.email || caller.kind === 'server') return after;
      // Somebody who has no password yet gets the mail from their custodian.
      if (after.passwordHash !== null && after.email !== null)
        await this.confirmations.replaceSignup(manager, id, after.email);
      return this.accounts.markUnverified(manager, after);
    });
  }
}
