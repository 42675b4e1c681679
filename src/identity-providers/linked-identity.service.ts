import { In, type EntityManager } from 'typeorm';
import { now } from '../clock';
import { isDuplicateKey, type Database } from '../database/database';
import { conflict } from '../errors';
import type { ExternalIdentity } from './identity-provider';
import { LinkedIdentityEntity } from './linked-identity.entity';

type Subject = Pick<ExternalIdentity, 'provider' | 'subject'>;

/** Which account at a provider belongs to which account here. */
export class LinkedIdentityService {
  constructor(private readonly database: Database) {}

  /** The id of the account that somebody at a provider has here, or null. */
  async accountOf({ provider, subject }: Subject): Promise<string | null> {
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
   * Links an account to somebody at a provider; doing it again changes nothing. Throws a conflict when they have
   * another account here, or the account belongs to somebody else at this provider.
   */
  async link(manager: EntityManager, userId: string, { provider, subject }: Subject): Promise<void> {
    const existing = await manager.findOneBy(LinkedIdentityEntity, { userId, provider });
    if (existing?.subject === subject) return;
    try {
      const link = { userId, provider, subject, createdTime: now(), lastUsedTime: null };
      await manager.insert(LinkedIdentityEntity, link);
    } catch (error) {
      throw isDuplicateKey(error) ? conflict('This log-in belongs to another account.') : error;
    }
  }

  /** Notes that somebody has logged in with a link. */
  async markUsed(manager: EntityManager, userId: string, provider: string): Promise<void> {
    await manager.update(LinkedIdentityEntity, { userId, provider }, { lastUsedTime: now() });
  }

  /** Deletes the links of an account that is gone: whoever comes with that identity is somebody new. */
  async forgetAccount(userId: string): Promise<void> {
    await this.database.transaction((manager) => manager.delete(LinkedIdentityEntity, { userId }));
  }
}
