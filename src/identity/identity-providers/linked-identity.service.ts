import { In, Not, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import { isDuplicateKey, type Database } from '../../platform/database/database';
import { conflict } from '../../platform/errors';
import type { ExternalIdentity } from './identity-provider';
import { LinkedIdentityEntity } from './linked-identity.entity';

type Subject = Pick<ExternalIdentity, 'provider' | 'subject'>;

/** Links between accounts at providers and accounts here. */
export class LinkedIdentityService {
  constructor(private readonly database: Database) {}

  /** The id of the account linked to a person at a provider, or null. */
  async findAccountId({ provider, subject }: Subject): Promise<string | null> {
    const found = await this.database.reader.findOneBy(LinkedIdentityEntity, { provider, subject });
    return found?.userId ?? null;
  }

  /** The links of many accounts, oldest first, in the order of the ids. For loaders. */
  readonly ofAccounts = async (userIds: readonly string[]): Promise<LinkedIdentityEntity[][]> => {
    const links = await this.database.reader.find(LinkedIdentityEntity, {
      where: { userId: In([...userIds]) },
      order: { createdTime: 'ASC', provider: 'ASC' },
    });
    return userIds.map((id) => links.filter((link) => link.userId === id));
  };

  /**
   * Links an account to a person at a provider; returns whether it was not linked already. Throws a conflict when that
   * person is linked to another account, or the account to another person at this provider.
   */
  async link(manager: EntityManager, userId: string, { provider, subject }: Subject): Promise<boolean> {
    const existing = await manager.findOneBy(LinkedIdentityEntity, { userId, provider });
    if (existing?.subject === subject) return false;
    try {
      const link = { userId, provider, subject, createdTime: now(), lastUsedTime: null };
      await manager.insert(LinkedIdentityEntity, link);
      return true;
    } catch (error) {
      throw isDuplicateKey(error) ? conflict('This log-in belongs to another account.') : error;
    }
  }

  /** Records the use of a link for a log-in. Returns false if the link has been removed. */
  async markUsed(manager: EntityManager, userId: string, provider: string): Promise<boolean> {
    const { affected } = await manager.update(
      LinkedIdentityEntity,
      { userId, provider },
      { lastUsedTime: now() },
    );
    return affected !== 0;
  }

  /** The aliases of the providers linked to an account, within a larger transaction. */
  async providersWithin(manager: EntityManager, userId: string): Promise<string[]> {
    const links = await manager.findBy(LinkedIdentityEntity, { userId });
    return links.map(({ provider }) => provider);
  }

  /** Removes the link of an account to a provider. */
  async unlink(manager: EntityManager, userId: string, provider: string): Promise<void> {
    await manager.delete(LinkedIdentityEntity, { userId, provider });
  }

  /** Removes the links of an account to all providers. */
  async unlinkAll(manager: EntityManager, userId: string): Promise<void> {
    await manager.delete(LinkedIdentityEntity, { userId });
  }

  /** Removes the links of an account to all providers but one. */
  async unlinkOthers(manager: EntityManager, userId: string, provider: string): Promise<void> {
    await manager.delete(LinkedIdentityEntity, { userId, provider: Not(provider) });
  }

  /** Deletes the links of a deleted account: the same identity then counts as a new person. */
  async forgetAccount(userId: string): Promise<void> {
    await this.database.transaction((manager) => manager.delete(LinkedIdentityEntity, { userId }));
  }
}
