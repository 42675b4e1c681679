import type { AccountRole } from '../accounts/account-role';
import type { AccountService } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { SessionService } from '../auth/session.service';
import type { Database } from '../database/database';
import { ApiError, badInput } from '../errors';
import type { MetadataService } from '../metadata/metadata.service';
import { line } from '../rules/texts';
import type { ExternalIdentity } from './identity-provider';
import type { IdentityProviderService } from './identity-provider.service';
import type { LinkedIdentityService } from './linked-identity.service';

/** How somebody has shown that an account here is theirs, when an external identity is to lead to it. */
export type LinkProof = 'password' | 'mail' | 'session';

/** Accounts of people whom external identity providers know. */
export class BrokeredAccountService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly sessions: SessionService,
    private readonly metadata: MetadataService,
    private readonly providers: IdentityProviderService,
    private readonly links: LinkedIdentityService,
  ) {}

  /** The account that an identity is linked to, or null. */
  async find(identity: ExternalIdentity): Promise<UserEntity | null> {
    const userId = await this.links.accountOf(identity);
    const [user] = userId === null ? [] : await this.accounts.findMany([userId]);
    return user ?? null;
  }

  /**
   * Opens an account for an identity that has none, with the role `brokered` and these. Of several calls at once all
   * get the same account. Throws a conflict when the address belongs to an account that is not linked, and a refusal
   * when there is no good address.
   */
  async open(identity: ExternalIdentity, roles: AccountRole[]): Promise<UserEntity> {
    const { email, emailVerified, name } = identity;
    if (email === null) throw badInput('The identity provider tells no e-mail address.');
    const user = this.accounts.prepareBrokered({ email, emailVerified, roles });
    try {
      await this.database.transaction(async (manager) => {
        await this.accounts.insert(manager, user);
        await this.links.link(manager, user.id, identity);
      });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'CONFLICT')) throw error;
      const opened = await this.find(identity);
      if (!opened) throw error;
      return opened;
    }
    // What is no name is not kept: nobody is shut out for it.
    if (name !== null && !line()(name)) await this.metadata.patch(user.id, 'profile', { fullName: name });
    return user;
  }

  /**
   * Links an identity to an account whose owner has shown that it is theirs, and returns the account. The provider
   * takes the account over when the address is of one of its domains. So it does when nobody had confirmed the address
   * before and the owner has shown it by mail alone: whoever has set the password may be somebody else, and stays out.
   * Throws a conflict when the account or the identity is linked otherwise.
   */
  async link(userId: string, identity: ExternalIdentity, proof: LinkProof): Promise<UserEntity> {
    return this.database.transaction(async (manager) => {
      const user = await this.accounts.lock(manager, userId);
      await this.links.link(manager, userId, identity);
      const isForeignPassword = proof === 'mail' && !user.emailVerified;
      const owner = user.email === null ? undefined : this.providers.findByEmail(user.email);
      if (!isForeignPassword && owner?.alias !== identity.provider) return user;
      if (isForeignPassword) await this.sessions.endOthers(manager, userId, null);
      // The end of all log-ins is noted in the account: the one that is under way goes on with the account as it is now.
      const current = isForeignPassword ? await this.accounts.lock(manager, userId) : user;
      return this.accounts.handOver(manager, current, user.emailVerified || proof === 'mail');
    });
  }
}
