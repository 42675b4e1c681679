import type { EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { AuditService, Deed } from '../audit/audit.service';
import { now } from '../../platform/clock';
import type { DeletedAccount } from '../../platform/composition/area';
import type { Database } from '../../platform/database/database';
import { ApiError, forbidden } from '../../platform/errors';
import type { MetadataService } from '../metadata/metadata.service';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { Throttles } from '../../platform/throttle/throttles';
import type { Caller, Origin } from '../caller';
import type { SharingService } from '../sharing/sharing.service';
import { assertStillManages } from './assert-still-manages';
import type { SessionService } from './session.service';

/** Outbox topic: an account is deleted, and all areas must delete its data. */
export const accountDeletedTopic = 'account-deleted';

/** The content of the outbox message. */
export interface AccountDeletion extends DeletedAccount {
  /** Who deleted it, for the access log; absent if nobody did. */
  deed?: Deed;
}

/** Members of clinics must leave them first: patients must be able to see who accessed their data. */
const mayNotBeDeleted = ({ roles }: UserEntity) => roles.includes('clinic') || roles.includes('clinician');

const isOfClinic =
  'Accounts of clinics and clinicians cannot be deleted: patients must be able to see who read their data.';

const wrongPassword = () => new ApiError('PASSWORD_REQUIRED', 'Missing id and/or password').about('password');

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  sessions: SessionService;
  metadata: MetadataService;
  throttles: Throttles;
  outbox: OutboxService;
  sharing: SharingService;
  audit: AuditService;
}

/** Deletes accounts: the account itself at once, and then, step by step, the data of all areas. */
export class AccountDeletionService {
  constructor(private readonly parts: Parts) {}

  /**
   * Deletes an account on behalf of an authorized caller. Its tokens are revoked and its address is free at once;
   * the data of areas follows (see `forgetAccounts`). Deleting a missing account is not an error. Throws when the
   * account is a clinic or works in one, and when the owner gives a wrong password.
   */
  async delete(userId: string, caller: Caller, password: string | undefined, origin: Origin): Promise<void> {
    const [user] = await this.parts.accounts.findMany([userId]);
    if (!user) return;
    if (mayNotBeDeleted(user)) throw forbidden();
    if (caller.kind === 'user' && caller.userId === userId) await this.assertPassword(user, password, origin);
    await this.deleteChecked(userId, caller);
  }

  /** `delete` on behalf of an operator, or of a caller who must manage the account. */
  async deleteChecked(userId: string, caller?: Caller): Promise<void> {
    const [profile] = await this.parts.metadata.profiles([userId]);
    const fullName = typeof profile?.fullName === 'string' ? profile.fullName : null;
    await this.parts.database.transaction(async (manager) => {
      if (!(await this.parts.accounts.lockExisting(manager, userId))) return;
      if (caller) await assertStillManages(this.parts, manager, caller, userId);
      await this.deleteWithin(manager, userId, fullName);
    });
  }

  /** Deletes an account within a larger transaction; the caller has checked that this is allowed. */
  async deleteWithin(manager: EntityManager, userId: string, fullName: string | null): Promise<void> {
    const found = await this.parts.accounts.remove(manager, userId);
    if (!found) return;
    if (mayNotBeDeleted(found)) throw forbidden(isOfClinic);
    await this.parts.sessions.endOthers(manager, userId, null);
    const { deed } = this.parts.audit;
    const gone: AccountDeletion = { userId, email: found.email, fullName, deletedTime: now(), deed };
    await this.parts.outbox.add(manager, accountDeletedTopic, gone);
  }

  /** Attempts count together with those of the log-in. */
  private async assertPassword(user: UserEntity, password = '', { address }: Origin): Promise<void> {
    const check = async () => {
      if (!(await this.parts.accounts.hasPassword(user, password))) throw wrongPassword();
    };
    const isWrong = (error: unknown) => error instanceof ApiError && error.code === 'PASSWORD_REQUIRED';
    await this.parts.throttles.logIn.attempt({ of: user.email ?? user.id, from: address }, check, isWrong);
  }
}
