import type { EntityManager } from 'typeorm';
import type { Database } from '../../platform/database/database';
import { lockRows } from '../../platform/database/lock-rows';
import { UserEntity } from './user.entity';

/** Few enough parameters for one statement in both dialects. */
const idsAtOnce = 500;

/** Locks of accounts whose details do not matter. */
export class AccountLocks {
  constructor(private readonly database: Database) {}

  /** Locks those of the accounts that exist until the transaction ends, always in the same order. */
  async lock(manager: EntityManager, userIds: readonly string[]): Promise<void> {
    // One transaction at a time.
    if (this.database.dialect === 'sqlite') return;
    const ids = [...userIds].sort();
    for (let start = 0; start < ids.length; start += idsAtOnce)
      await lockRows(this.database, manager, UserEntity, { id: ids.slice(start, start + idsAtOnce) });
  }
}
