import type { AccountService, NewCustodialAccount } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { Database } from '../database/database';
import { notFound } from '../errors';
import type { SharingService } from '../sharing/sharing.service';

/** Accounts that somebody opens for somebody else, and manages until the owner takes them over. */
export class CustodialAccountService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly sharing: SharingService,
  ) {}

  /**
   * Opens an account without a password, which nobody can log in to, together with the share that lets its custodian
   * manage it. Throws when the address is not valid or belongs to somebody, and when there is no such custodian.
   */
  async open(custodianId: string, account: NewCustodialAccount): Promise<UserEntity> {
    const user = this.accounts.prepareCustodial(account);
    const [custodian] = await this.accounts.findMany([custodianId]);
    if (!custodian) throw notFound('User not found');
    return this.database.transaction(async (manager) => {
      await this.accounts.insert(manager, user);
      await this.sharing.grantCustody(manager, user.id, custodianId);
      return user;
    });
  }

  /** The same without a custodian: whoever asks sees to it that somebody may manage it. */
  async openUnmanaged(account: NewCustodialAccount): Promise<UserEntity> {
    const user = this.accounts.prepareCustodial(account);
    await this.database.transaction((manager) => this.accounts.insert(manager, user));
    return user;
  }
}
