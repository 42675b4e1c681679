import type { AccountRole } from '../identity/accounts/account-role';
import { confirmed } from '../identity/accounts/new-account';
import { now } from '../platform/clock';
import type { Database } from '../platform/database/database';
import type { Services } from '../services';

/** Password of all demo accounts. */
export const demoPassword = 'demo-password';

/** Creates the accounts of the demo. */
export class DemoAccounts {
  constructor(
    private readonly database: Database,
    private readonly services: Services,
  ) {}

  /** The account with this address, ready to log in; an interrupted earlier run may have created it. */
  async open(email: string, role: AccountRole, profile: Record<string, unknown>): Promise<string> {
    const { accounts, metadata } = this.services;
    const existing = await accounts.findByEmail(email);
    if (existing) return existing.id;
    const user = await accounts.prepare({
      username: email,
      emails: [email],
      password: demoPassword,
      roles: [role],
    });
    const verified = Object.assign(user, { ...confirmed, termsAcceptedTime: now() });
    await this.database.transaction((manager) => accounts.insert(manager, verified));
    await metadata.patch(user.id, 'profile', profile);
    return user.id;
  }
}
