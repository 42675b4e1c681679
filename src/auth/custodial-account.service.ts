import type { AccountService, NewCustodialAccount } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { Database } from '../database/database';
import { notFound } from '../errors';
import type { SharingService } from '../sharing/sharing.service';
import type { AddressAsker } from '../throttle/known-address-throttle';
import type { Throttles } from '../throttle/throttles';

/** Accounts that somebody opens for somebody else, and manages until the owner takes them over. */
export class CustodialAccountService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly sharing: SharingService,
    private readonly throttles: Throttles,
  ) {}

  /**
   * Opens an account without a password, which nobody can log in to, together with the share that lets its custodian
   * manage it. Throws when the address is not valid or belongs to somebody, and when there is no such custodian.
   *
   * @param asker the person who asks; none for a trusted server
   */
  async open(custodianId: string, account: NewCustodialAccount, asker?: AddressAsker): Promise<UserEntity> {
    const user = this.accounts.prepareCustodial(account);
    const [custodian] = await this.accounts.findMany([custodianId]);
    if (!custodian) throw notFound('User not found');
    const open = () =>
      this.database.transaction(async (manager) => {
        await this.accounts.insert(manager, user);
        await this.sharing.grantCustody(manager, user.id, custodianId);
        return user;
      });
    return asker && user.email !== null ? this.throttles.knownAddress.attempt(asker, open) : open();
  }

  /** The same without a custodian: whoever asks sees to it that somebody may manage it. */
  async openUnmanaged(account: NewCustodialAccount): Promise<UserEntity> {
    const user = this.accounts.prepareCustodial(account);
    await this.database.transaction((manager) => this.accounts.insert(manager, user));
    return user;
  }
}
