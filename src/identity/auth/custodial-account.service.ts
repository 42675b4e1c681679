import type { AccountService } from '../accounts/account.service';
import type { NewCustodialAccount } from '../accounts/new-account';
import type { UserEntity } from '../accounts/user.entity';
import type { Database } from '../../platform/database/database';
import { notFound } from '../../platform/errors';
import type { SharingService } from '../sharing/sharing.service';
import type { AddressAsker } from '../../platform/throttle/known-address-throttle';
import type { Throttles } from '../../platform/throttle/throttles';
import { declareCreated } from '../../platform/database/created';

/** Accounts created on behalf of other people, and managed until the owner claims them. */
export class CustodialAccountService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly sharing: SharingService,
    private readonly throttles: Throttles,
  ) {}

  /**
   * Creates an account without a password, which nobody can log in to, with a share that makes its creator the
   * custodian. Throws when the address is invalid or taken, and when the custodian does not exist.
   *
   * @param asker the caller; absent for a trusted server
   */
  async open(custodianId: string, account: NewCustodialAccount, asker?: AddressAsker): Promise<UserEntity> {
    const user = this.accounts.prepareCustodial(account);
    const [custodian] = await this.accounts.findMany([custodianId]);
    if (!custodian) throw notFound('User not found').about('custodianId');
    const open = () =>
      this.database.transaction(async (manager) => {
        await this.accounts.insert(manager, user);
        await this.sharing.grantCustody(manager, user.id, custodianId);
        declareCreated(manager, user.id);
        return user;
      });
    return asker && user.email !== null ? this.throttles.knownAddress.attempt(asker, open) : open();
  }

  /** The same without a custodian: the caller makes sure that somebody can manage it. */
  async openUnmanaged(account: NewCustodialAccount): Promise<UserEntity> {
    const user = this.accounts.prepareCustodial(account);
    await this.database.transaction(async (manager) => {
      await this.accounts.insert(manager, user);
      declareCreated(manager, user.id);
    });
    return user;
  }
}
