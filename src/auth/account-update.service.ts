import type { AccountChanges, AccountService, PreparedChanges } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { UserClinicsService } from '../clinics/user-clinics.service';
import type { ConfirmationService } from '../confirmations/confirmation.service';
import type { Database } from '../database/database';
import { forbidden } from '../errors';
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
    private readonly clinics: UserClinicsService,
  ) {}

  /**
   * Shuts an account: nobody logs in to it, and all of its sessions end at once with their tokens. Doing it again
   * changes nothing. Throws when there is no such account.
   */
  disable(id: string): Promise<UserEntity> {
    return this.database.transaction(async (manager) => {
      const user = await this.accounts.setDisabled(manager, id, true);
      await this.sessions.endOthers(manager, id, null);
      return user;
    });
  }

  /** Opens it again. What has ended stays so: its owner logs in anew. Throws when there is no such account. */
  enable(id: string): Promise<UserEntity> {
    return this.database.transaction((manager) => this.accounts.setDisabled(manager, id, false));
  }

  /**
   * Changes an account for a caller who may do so. A new password ends all sessions but the caller's own. A new
   * address that a person has typed has to be confirmed, by the mail that goes there; a trusted server is believed.
   * Clinics that know the account learn the new address.
   * The first password of an account means that its owner has taken it over: nobody manages it for them any more.
   * Throws a conflict when the address belongs to somebody, and a refusal for an account of an external identity
   * provider and when the new address has got too many mails; then nothing is changed.
   */
  async update(id: string, changes: AccountChanges, caller: UserCaller | ServerCaller): Promise<UserEntity> {
    const prepared = await this.accounts.prepareChanges(changes);
    if (caller.kind === 'user') await this.countMail(id, prepared);
    return this.database.transaction(async (manager) => {
      const { roles } = await this.accounts.lock(manager, id);
      // Such an account is kept at its identity provider.
      if (roles.includes('brokered')) throw forbidden('Not authorized for requested operation');
      const { before, after } = await this.accounts.updateWithin(manager, id, prepared);
      if (after.passwordHash !== before.passwordHash) {
        await this.sessions.endOthers(manager, id, caller.userId === id ? caller.sessionId : null);
      }
      if (before.passwordHash === null && after.passwordHash !== null) {
        await this.sharing.endCustody(manager, id);
      }
      if (after.email === before.email) return after;
      await this.clinics.changeAddressWithin(manager, id, after.email);
      if (caller.kind === 'server') return after;
      // Somebody who has no password yet gets the mail from their custodian.
      if (after.passwordHash !== null && after.email !== null)
        await this.confirmations.replaceSignup(manager, id);
      return this.accounts.markUnverified(manager, after);
    });
  }

  /** Counts the mail to a new address, which is sent when the account has a password or gets one. */
  private async countMail(id: string, { username, emails, passwordHash }: PreparedChanges): Promise<void> {
    const address = emails?.[0] ?? username;
    if (!address) return;
    const [user] = await this.accounts.findMany([id]);
    const isSent = user && (user.passwordHash !== null || passwordHash !== undefined);
    if (isSent && user.email !== address.toLowerCase()) await this.confirmations.countMail(address);
  }
}
