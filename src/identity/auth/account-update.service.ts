import type { EntityManager } from 'typeorm';
import type { AccountChanges, AccountService, PreparedChanges } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { ConfirmationService } from '../confirmations/confirmation.service';
import type { Throttles } from '../../platform/throttle/throttles';
import { assertStillManages } from './assert-still-manages';
import type { AddressFollower } from './address-follower';
import { newAddressMail, newPasswordMail } from './account-change-mails';
import type { Database } from '../../platform/database/database';
import { forbidden } from '../../platform/errors';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { ServerCaller, UserCaller } from '../caller';
import type { SharingService } from '../sharing/sharing.service';
import type { SessionService } from './session.service';

/** Options of an update. */
export interface UpdateOptions {
  /** Whether the other sessions continue after a new password or address. */
  keepOtherSessions?: boolean;
  /** IP address of the caller. */
  address: string;
}

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  sessions: SessionService;
  confirmations: ConfirmationService;
  sharing: SharingService;
  addressFollower: AddressFollower;
  outbox: OutboxService;
  throttles: Throttles;
}

/** Changes accounts, with the effects on sessions and confirmations. */
export class AccountUpdateService {
  constructor(
    private readonly parts: Parts,
    /** Where people log in. */
    private readonly webUrl: string,
  ) {}

  /**
   * Disables an account: nobody can log in, and all sessions and their tokens end at once. Repeating it has no
   * effect. Throws if the account does not exist.
   */
  disable(id: string): Promise<UserEntity> {
    return this.parts.database.transaction(async (manager) => {
      const user = await this.parts.accounts.setDisabled(manager, id, true);
      await this.parts.sessions.endOthers(manager, id, null);
      return user;
    });
  }

  /**
   * Enables an account. Ended sessions stay ended: its owner has to log in again. Throws if the account does not
   * exist.
   */
  enable(id: string): Promise<UserEntity> {
    return this.parts.database.transaction((manager) => this.parts.accounts.setDisabled(manager, id, false));
  }

  /**
   * Changes an account on behalf of an authorized caller. A new password ends all sessions except the caller's own,
   * and so does a new address set by a person, unless the caller wants to keep them; the owner is notified by mail.
   * An address set by a person must be confirmed with a mail; one set by a trusted server counts as confirmed.
   * Clinics of the account get the new address. The first password means that the owner has claimed the account: all
   * custody ends. Throws a conflict when the address is taken (after many attempts a rate limit), and a refusal for
   * an account of an external identity provider; then nothing is changed.
   */
  async update(
    id: string,
    changes: AccountChanges,
    caller: UserCaller | ServerCaller,
    options: UpdateOptions,
  ): Promise<UserEntity> {
    const prepared = await this.parts.accounts.prepareChanges(changes);
    if (caller.kind === 'server') return this.change(id, prepared, caller, options);
    const asker = { accountId: caller.userId, address: options.address };
    const setsAddress = prepared.emails !== undefined || prepared.username !== undefined;
    const change = () => this.change(id, prepared, caller, options);
    return setsAddress ? this.parts.throttles.knownAddress.attempt(asker, change) : change();
  }

  private change(
    id: string,
    prepared: PreparedChanges,
    caller: UserCaller | ServerCaller,
    { keepOtherSessions = false }: UpdateOptions,
  ): Promise<UserEntity> {
    return this.parts.database.transaction(async (manager) => {
      const { roles } = await this.parts.accounts.lock(manager, id);
      // Such an account is managed by its identity provider.
      if (roles.includes('brokered')) throw forbidden('Not authorized for requested operation');
      await assertStillManages(this.parts, manager, caller, id);
      const { before, after } = await this.parts.accounts.updateWithin(manager, id, prepared);
      const isNewAddress = after.email !== before.email;
      const isNewPassword = after.passwordHash !== before.passwordHash;
      const isRisky = isNewPassword || (isNewAddress && caller.kind === 'user');
      if (isRisky && !keepOtherSessions)
        await this.parts.sessions.endOthers(manager, id, caller.userId === id ? caller.sessionId : null);
      await this.tellOwner(manager, before, after);
      if (before.passwordHash === null && after.passwordHash !== null) {
        await this.parts.sharing.endCustody(manager, id);
      }
      if (!isNewAddress) return after;
      await this.parts.addressFollower.changeAddressWithin(manager, id, after.email);
      if (caller.kind === 'server') return after;
      // Accounts without a password get the mail from their custodian.
      if (after.passwordHash !== null && after.email !== null)
        await this.parts.confirmations.replaceSignup(manager, id);
      return this.parts.accounts.markUnverified(manager, after);
    });
  }

  /**
   * Notifies the owner of a new password, and of a new address at the previous one. Unverified addresses get no
   * mail.
   */
  private async tellOwner(manager: EntityManager, before: UserEntity, after: UserEntity): Promise<void> {
    if (before.email === null || before.passwordHash === null || !before.emailVerified) return;
    if (after.passwordHash !== before.passwordHash)
      await this.parts.outbox.add(manager, 'mail', newPasswordMail(this.webUrl, before.email));
    if (after.email !== before.email)
      await this.parts.outbox.add(manager, 'mail', newAddressMail(this.webUrl, before.email));
  }
}
