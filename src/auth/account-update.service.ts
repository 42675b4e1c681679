import type { EntityManager } from 'typeorm';
import type { AccountChanges, AccountService, PreparedChanges } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { UserClinicsService } from '../clinics/user-clinics.service';
import type { ConfirmationService } from '../confirmations/confirmation.service';
import type { Throttles } from '../throttle/throttles';
import { newAddressMail, newPasswordMail } from './account-change-mails';
import type { Database } from '../database/database';
import { forbidden } from '../errors';
import type { OutboxService } from '../outbox/outbox.service';
import type { ServerCaller, UserCaller } from './caller';
import type { SharingService } from '../sharing/sharing.service';
import type { SessionService } from './session.service';

/** What a caller wants of a change. */
export interface UpdateOptions {
  /** The other sessions of the account go on after a new password or address. */
  keepOtherSessions?: boolean;
  /** Of the computer of whoever asks. */
  address: string;
}

/** Changes of accounts, together with what follows from them for sessions and confirmations. */
export class AccountUpdateService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly sessions: SessionService,
    private readonly confirmations: ConfirmationService,
    private readonly sharing: SharingService,
    private readonly clinics: UserClinicsService,
    private readonly outbox: OutboxService,
    private readonly throttles: Throttles,
    /** Where people log in. */
    private readonly webUrl: string,
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
   * Changes an account for a caller who may do so. A new password ends all sessions but the caller's own, and so does
   * a new address that a person has typed, unless the caller wants to keep them; the owner is told by mail. Such an
   * address has to be confirmed, by the mail that goes there; a trusted server is believed. Clinics that know the
   * account learn the new address.
   * The first password of an account means that its owner has taken it over: nobody manages it for them any more.
   * Throws a conflict when the address belongs to somebody (after many of them another refusal, for some time), and a
   * refusal for an account of an external identity provider; then nothing is changed.
   */
  async update(
    id: string,
    changes: AccountChanges,
    caller: UserCaller | ServerCaller,
    options: UpdateOptions,
  ): Promise<UserEntity> {
    const prepared = await this.accounts.prepareChanges(changes);
    if (caller.kind === 'server') return this.change(id, prepared, caller, options);
    const asker = { accountId: caller.userId, address: options.address };
    const setsAddress = prepared.emails !== undefined || prepared.username !== undefined;
    const change = () => this.change(id, prepared, caller, options);
    return setsAddress ? this.throttles.knownAddress.attempt(asker, change) : change();
  }

  private change(
    id: string,
    prepared: PreparedChanges,
    caller: UserCaller | ServerCaller,
    { keepOtherSessions = false }: UpdateOptions,
  ): Promise<UserEntity> {
    return this.database.transaction(async (manager) => {
      const { roles } = await this.accounts.lock(manager, id);
      // Such an account is kept at its identity provider.
      if (roles.includes('brokered')) throw forbidden('Not authorized for requested operation');
      const { before, after } = await this.accounts.updateWithin(manager, id, prepared);
      const isNewAddress = after.email !== before.email;
      const isNewPassword = after.passwordHash !== before.passwordHash;
      const isRisky = isNewPassword || (isNewAddress && caller.kind === 'user');
      if (isRisky && !keepOtherSessions)
        await this.sessions.endOthers(manager, id, caller.userId === id ? caller.sessionId : null);
      await this.tellOwner(manager, before, after);
      if (before.passwordHash === null && after.passwordHash !== null) {
        await this.sharing.endCustody(manager, id);
      }
      if (!isNewAddress) return after;
      await this.clinics.changeAddressWithin(manager, id, after.email);
      if (caller.kind === 'server') return after;
      // Somebody who has no password yet gets the mail from their custodian.
      if (after.passwordHash !== null && after.email !== null)
        await this.confirmations.replaceSignup(manager, id);
      return this.accounts.markUnverified(manager, after);
    });
  }

  /**
   * Tells the owner of an account of its new password, and of a new address at the one before. Whoever has not shown
   * that the address is theirs gets no mail.
   */
  private async tellOwner(manager: EntityManager, before: UserEntity, after: UserEntity): Promise<void> {
    if (before.email === null || before.passwordHash === null || !before.emailVerified) return;
    if (after.passwordHash !== before.passwordHash)
      await this.outbox.add(manager, 'mail', newPasswordMail(this.webUrl, before.email));
    if (after.email !== before.email)
      await this.outbox.add(manager, 'mail', newAddressMail(this.webUrl, before.email));
  }
}
