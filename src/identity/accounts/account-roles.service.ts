import type { EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { badInput, wrongState } from '../../platform/errors';
import {
  accountRoles,
  administratorRole,
  isAccountRole,
  orUsualRole,
  type AccountRole,
} from './account-role';
import type { AccountService } from './account.service';
import { UserEntity } from './user.entity';

/** Roles that operators give and take. */
export class AccountRoles {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
  ) {}

  /**
   * Gives an account a role. Throws when there is no such role or account, and when the account shall administer the
   * service although its address is not confirmed.
   */
  add(id: string, role: string): Promise<UserEntity> {
    const added = roleNamed(role);
    return this.change(id, (user) => {
      if (added === administratorRole && (!user.emailVerified || user.disabledTime !== null))
        throw wrongState('An administrator needs a confirmed address and an enabled account.');
      return [...new Set([...user.roles, added])];
    });
  }

  /** Takes a role from an account; the usual one stays in place of the last. Throws when there is no such role or account. */
  remove(id: string, role: string): Promise<UserEntity> {
    const removed = roleNamed(role);
    return this.change(id, ({ roles }) => orUsualRole(roles.filter((each) => each !== removed)));
  }

  private change(id: string, change: (user: UserEntity) => AccountRole[]): Promise<UserEntity> {
    return this.database.transaction(async (manager: EntityManager) => {
      const user = await this.accounts.lock(manager, id);
      const set = { roles: change(user), modifiedTime: now() };
      await manager.update(UserEntity, { id }, set);
      return Object.assign(user, set);
    });
  }
}

function roleNamed(name: string): AccountRole {
  if (!isAccountRole(name))
    throw badInput(`There is no role ${name}. The roles are ${accountRoles.join(', ')}.`);
  return name;
}
