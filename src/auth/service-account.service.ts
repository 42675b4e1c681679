import type { AccountService } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { Database } from '../database/database';
import { ApiError } from '../errors';
import { uuidFromName } from './uuid-from-name';

/** Accounts that clients act as when no person is involved (grant `client_credentials`). */
export class ServiceAccountService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
  ) {}

  /** What tokens of a trusted server carry as their account: always the same in a realm, and nobody has it. */
  serverId(realm: string, clientId: string): string {
    return uuidFromName(`server ${clientId} of realm ${realm}`);
  }

  /**
   * The account of a client that is no trusted server: an ordinary account, without rights on others until somebody
   * gives it some. Opened with the first call; all later ones, in every realm, get the same.
   */
  async accountOf(clientId: string): Promise<UserEntity> {
    const id = uuidFromName(`service account of ${clientId}`);
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
