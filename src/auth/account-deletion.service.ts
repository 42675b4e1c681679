import type { EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { AuditService, Deed } from '../audit/audit.service';
import { now } from '../clock';
import type { Database } from '../database/database';
import { ApiError, forbidden } from '../errors';
import type { MetadataService } from '../metadata/metadata.service';
import type { OutboxService } from '../outbox/outbox.service';
import type { Throttles } from '../throttle/throttles';
import type { Caller, Origin } from './caller';
import type { SessionService } from './session.service';

/** Topic of the outbox: an account is gone, and all areas are to forget it. */
export const accountDeletedTopic = 'account-deleted';

/** What is still known of an account that is gone. */
export interface DeletedAccount {
  userId: string;
  email: string | null;
  /** As the profile had it. */
  fullName: string | null;
  /** Milliseconds since the epoch. */
  deletedTime: number;
  /** Who has deleted it, for the record of what follows; absent when nobody did. */
  deed?: Deed;
}

/** Who works in clinics leaves them first: their patients must not lose sight of who saw them. */
const mayNotBeDeleted = ({ roles }: UserEntity) => roles.includes('clinic') || roles.includes('clinician');

const wrongPassword = () => new ApiError('PASSWORD_REQUIRED', 'Missing id and/or password');

/** Deletes accounts: at once for whoever asks, and then, step by step, all that areas keep of them. */
export class AccountDeletionService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly sessions: SessionService,
    private readonly metadata: MetadataService,
    private readonly throttles: Throttles,
    private readonly outbox: OutboxService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Deletes an account for a caller who may do so. Its tokens are dead and its address is free at once; what areas keep
   * of it follows (see `accountAreas`). An account that is gone already is no error. Throws when it is that of a clinic
   * or somebody who works in one, and when its owner does not give the right password.
   */
  async delete(id: string, caller: Caller, password: string | undefined, origin: Origin): Promise<void> {
    const userId = id.toLowerCase();
    const [user] = await this.accounts.findMany([userId]);
    if (!user) return;
    if (mayNotBeDeleted(user)) throw forbidden();
    if (caller.kind === 'user' && caller.userId === userId) await this.assertPassword(user, password, origin);
    const [profile] = await this.metadata.profiles([userId]);
    const fullName = typeof profile?.fullName === 'string' ? profile.fullName : null;
    await this.database.transaction((manager) => this.deleteWithin(manager, userId, fullName));
  }

  /** Deletes an account that may be deleted, as a part of a larger change. */
  async deleteWithin(manager: EntityManager, userId: string, fullName: string | null): Promise<void> {
    const found = await this.accounts.remove(manager, userId);
    if (!found) return;
    if (mayNotBeDeleted(found)) throw forbidden();
    await this.sessions.endOthers(manager, userId, null);
    const { deed } = this.audit;
    const gone: DeletedAccount = { userId, email: found.email, fullName, deletedTime: now(), deed };
    await this.outbox.add(manager, accountDeletedTopic, gone);
  }

  /** Guesses count together with those of the log-in. */
  private async assertPassword(user: UserEntity, password = '', { address }: Origin): Promise<void> {
    const check = async () => {
      if (!(await this.accounts.hasPassword(user, password))) throw wrongPassword();
    };
    const isWrong = (error: unknown) => error instanceof ApiError && error.code === 'PASSWORD_REQUIRED';
    await this.throttles.logIn.attempt({ of: user.email ?? user.id, from: address }, check, isWrong);
  }
}
