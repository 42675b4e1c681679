import { defineArea, keepsNothing, type Base } from '../../platform/composition/area';
import { AccountDirectory } from './account-directory.service';
import { AccountLocks } from './account-locks.service';
import { AccountRoles } from './account-roles.service';
import { AccountService, type AddressListener } from './account.service';
import { PasswordHasher } from './password';
import { UserEntity } from './user.entity';

interface Later {
  addressListener: AddressListener;
}

/** User accounts. */
export const accountsArea = defineArea({
  name: 'accounts',
  entities: [UserEntity],
  create({ config, database }: Base, later: Base & Later) {
    const passwords = new PasswordHasher(config.PASSWORD_HASH_MEMORY);
    const accounts = new AccountService(later, passwords, config.VERIFICATION_SECRET);
    return {
      accounts,
      accountDirectory: new AccountDirectory(database, accounts),
      accountLocks: new AccountLocks(database),
      accountRoles: new AccountRoles(database, accounts),
    };
  },
  // The deletion itself clears the row.
  forgets: keepsNothing,
});
