import type { EntityManager } from 'typeorm';
import type { AccountRole } from '../accounts/account-role';
import type { AccountService } from '../accounts/account.service';
import type { AccountTakeovers } from '../accounts/account-takeovers.service';
import type { UserEntity } from '../accounts/user.entity';
import type { SessionService } from '../auth/session.service';
import type { Database } from '../../platform/database/database';
import { ApiError, badInput, conflict, notFound } from '../../platform/errors';
import type { MetadataService } from '../metadata/metadata.service';
import { line } from '../../platform/rules/texts';
import type { ExternalIdentity } from './identity-provider';
import type { IdentityProviderService } from './identity-provider.service';
import type { LinkedIdentityService } from './linked-identity.service';
import { newLinkMail } from './new-link-mail';
import type { OutboxService } from '../../platform/outbox/outbox.service';

/** How a person has proved that an account here is theirs, before an external identity is linked to it. */
export type LinkProof = 'password' | 'mail' | 'session';

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  accountTakeovers: AccountTakeovers;
  sessions: SessionService;
  metadata: MetadataService;
  identityProviders: IdentityProviderService;
  linkedIdentities: LinkedIdentityService;
  outbox: OutboxService;
}

/** Accounts of people from external identity providers. */
export class BrokeredAccountService {
  constructor(
    private readonly parts: Parts,
    private readonly webUrl: string,
  ) {}

  /** The account linked to an identity, or null. */
  async find(identity: ExternalIdentity): Promise<UserEntity | null> {
    const userId = await this.parts.linkedIdentities.findAccountId(identity);
    const [user] = userId === null ? [] : await this.parts.accounts.findMany([userId]);
    return user ?? null;
  }

  /**
   * Creates an account for an unlinked identity, with the role `brokered` and the given ones. Concurrent calls get
   * the same account. Throws a conflict when the address belongs to an unlinked account, and a refusal when there is
   * no valid address.
   */
  async open(identity: ExternalIdentity, roles: AccountRole[]): Promise<UserEntity> {
    const { email, name } = identity;
    if (email === null) throw badInput('The identity provider returned no email address.');
    // Who has an address of a provider's domain is known to that provider alone.
    const emailVerified =
      identity.emailVerified && [undefined, identity.provider].includes(this.ownerAt(email));
    const user = this.parts.accounts.prepareBrokered({ email, emailVerified, roles });
    try {
      await this.parts.database.transaction(async (manager) => {
        await this.parts.accounts.insert(manager, user);
        await this.parts.linkedIdentities.link(manager, user.id, identity);
      });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'CONFLICT')) throw error;
      const opened = await this.find(identity);
      if (!opened) throw error;
      return opened;
    }
    // Invalid names are dropped: nobody is locked out because of one.
    if (name !== null && !line()(name))
      await this.parts.metadata.patch(user.id, 'profile', { fullName: name });
    return user;
  }

  /** The alias of the provider that the domain of an address belongs to. */
  private ownerAt(email: string): string | undefined {
    return this.parts.identityProviders.findByEmail(email)?.alias;
  }

  /**
   * Links an identity to an account whose owner has proved that it is theirs, and returns the account. The provider
   * takes the account over if the address belongs to one of its domains. It also does so if nobody had confirmed the
   * address before and the proof was the mail alone: whoever has set the password, or has linked another identity, may be
   * somebody else, and is locked out; what they have given others access by ends. Throws a conflict when the account or the
   * identity is already linked.
   *
   * @param sessionId the session that goes on, if it was the proof
   */
  async link(
    userId: string,
    identity: ExternalIdentity,
    proof: LinkProof,
    sessionId: string | null = null,
  ): Promise<UserEntity> {
    return this.parts.database.transaction(async (manager) => {
      const user = await this.parts.accounts.lock(manager, userId);
      const isNew = await this.parts.linkedIdentities.link(manager, userId, identity);
      // Whoever has the mailbox knows of it already.
      if (isNew && proof !== 'mail') await this.announce(manager, user, identity);
      const mayBeForeign = proof === 'mail' && !user.emailVerified;
      const owner = user.email === null ? undefined : this.ownerAt(user.email);
      if (!mayBeForeign && owner !== identity.provider) return user;
      if (mayBeForeign) await this.parts.accountTakeovers.endGiven(manager, user);
      await this.parts.linkedIdentities.unlinkOthers(manager, userId, identity.provider);
      await this.parts.sessions.endOthers(manager, userId, sessionId);
      // Ending all log-ins increments the log-in round of the account: the current log-in continues with the updated
      // account.
      const current = await this.parts.accounts.lock(manager, userId);
      return this.parts.accounts.handOver(manager, current, user.emailVerified || proof === 'mail');
    });
  }

  /** Tells the owner of an account who can log in to it from now on. */
  private async announce(
    manager: EntityManager,
    { email: to }: UserEntity,
    { provider, email: identity }: ExternalIdentity,
  ): Promise<void> {
    if (to === null) return;
    const link = { provider: this.parts.identityProviders.displayName(provider), identity };
    await this.parts.outbox.add(manager, 'mail', newLinkMail(this.webUrl, to, link));
  }

  /**
   * Removes the link of an account to a provider for its owner, and returns the account. As whoever was linked may have
   * logged in, all sessions but the caller's end. Throws if there is no such link, and a conflict if the account has no
   * other way to log in.
   */
  async unlink(userId: string, alias: string, sessionId: string | null): Promise<UserEntity> {
    return this.parts.database.transaction(async (manager) => {
      const user = await this.parts.accounts.lock(manager, userId);
      const linked = await this.parts.linkedIdentities.providersWithin(manager, userId);
      if (!linked.includes(alias))
        throw notFound('Your account is not linked to an identity provider with this alias.').about('alias');
      const hasPassword = user.passwordHash !== null && !user.roles.includes('brokered');
      if (!hasPassword && linked.length === 1)
        throw conflict('Your account has no other way to log in than this identity provider.');
      await this.parts.linkedIdentities.unlink(manager, userId, alias);
      await this.parts.sessions.endOthers(manager, userId, sessionId);
      return user;
    });
  }
}
