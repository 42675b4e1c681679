import type { AccountService } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { Database } from '../../platform/database/database';
import { ApiError } from '../../platform/errors';
import { uuidFromName } from '../../platform/uuid-from-name';

/** Accounts of clients that act without a person (grant `client_credentials`). */
export class ServiceAccountService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
  ) {}

  /** The account id in tokens of a trusted server: constant within a realm, and not a real account. */
  serverId(realm: string, clientId: string): string {
    return uuidFromName(`server ${clientId} of realm ${realm}`);
  }

  /** The account id of a client that is not a trusted server, whether the account exists or not. */
  accountId(clientId: string): string {
    return uuidFromName(`service account of ${clientId}`);
  }

  /**
   * The account of a client that is not a trusted server: an ordinary account, without permissions on others until
   * granted. Created by the first call; later calls, in every realm, return the same one.
   */
  async findOrCreate(clientId: string): Promise<UserEntity> {
    const id = this.accountId(clientId);
    const [known] = await this.accounts.findMany([id]);
    return known ?? this.open(id);
  }

  private async open(id: string): Promise<UserEntity> {
    const account = this.accounts.prepareServiceAccount(id);
    try {
      await this.database.transaction((manager) => this.accounts.insert(manager, account));
      return account;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'CONFLICT')) throw error;
      // Another call of the same client was faster.
      const [known] = await this.accounts.findMany([id]);
      if (!known) throw error;
      return known;
    }
  }
}
