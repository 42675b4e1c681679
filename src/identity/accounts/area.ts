import { defineArea, keepsNothing, type Base } from '../../platform/composition/area';
import type { AuditService } from '../audit/audit.service';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import { AccountDirectory } from './account-directory.service';
import { AccountLocks } from './account-locks.service';
import { AccountRoles } from './account-roles.service';
import { AccountTakeovers, type GivenShares, type SentInvitations } from './account-takeovers.service';
import { AccountService, type AddressListener } from './account.service';
import { PasswordHasher } from './password';
import { UserEntity } from './user.entity';

interface Needs extends Base {
  audit: AuditService;
  outbox: OutboxService;
}

interface Later {
  confirmationRecords: SentInvitations;
  sharing: GivenShares;
  addressListener: AddressListener;
}

/** User accounts. */
export const accountsArea = defineArea({
  name: 'accounts',
  entities: [UserEntity],
  create({ config, database }: Needs, later: Needs & Later) {
    const passwords = new PasswordHasher(config.PASSWORD_HASH_MEMORY);
    const accounts = new AccountService(later, passwords, config.VERIFICATION_SECRET);
    return {
      accounts,
      accountDirectory: new AccountDirectory(database, accounts),
      accountLocks: new AccountLocks(database),
      accountTakeovers: new AccountTakeovers(later),
      accountRoles: new AccountRoles(database, accounts),
    };
  },
  // The deletion itself clears the row.
  forgets: keepsNothing,
});
