import { randomBytes } from 'node:crypto';
import type { AccountService } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { ConfirmationService } from '../confirmations/confirmation.service';
import type { PasswordResetService } from '../confirmations/password-reset.service';
import type { SessionService } from '../auth/session.service';
import type { MetadataService } from '../metadata/metadata.service';
import type { Database } from '../../platform/database/database';
import { wrongState } from '../../platform/errors';

/** An account to create, without a password: its owner sets one. */
export interface NewManagedAccount {
  email: string;
  /** One that people can choose when they sign up. */
  role: string;
  fullName?: string;
  /** Whether the operator vouches for the address; otherwise its owner confirms it with a mail. */
  isConfirmed: boolean;
}

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  confirmations: ConfirmationService;
  metadata: MetadataService;
  passwordResets: PasswordResetService;
  sessions: SessionService;
}

/** What operators and administrators do to accounts of others. */
export class AccountAdministration {
  constructor(private readonly parts: Parts) {}

  /** Prepares an account, without storing it. Throws when the address or the role is invalid. */
  async prepare({ email, role, isConfirmed }: NewManagedAccount): Promise<UserEntity> {
    // Nobody knows this password. A reset sets the first one that somebody does.
    const password = randomBytes(48).toString('base64url');
    const user = await this.parts.accounts.prepare({
      username: email,
      emails: [email],
      password,
      roles: [role],
    });
    return Object.assign(user, { emailVerified: isConfirmed, isUnconfirmedSignUp: false });
  }

  /**
   * Stores a prepared account. Its owner gets a mail to confirm the address unless that is confirmed. Throws a conflict
   * when the address is taken.
   */
  async open(user: UserEntity, fullName: string | undefined): Promise<void> {
    await this.parts.database.transaction(async (manager) => {
      await this.parts.accounts.insert(manager, user);
      if (fullName !== undefined)
        await this.parts.metadata.patchWithin(manager, user.id, 'profile', { fullName });
      if (!user.emailVerified) await this.parts.confirmations.replaceSignup(manager, user.id);
    });
  }

  /**
   * Confirms the address of an account without the mail, and ends the session that its sign-up has started, as the link
   * in the mail does. Throws when the account does not exist, has no address, or waits for its owner to claim it.
   */
  async confirm(id: string): Promise<void> {
    const [pending] = await this.parts.confirmations.pendingSignups([id]);
    await this.parts.database.transaction(async (manager) => {
      const user = await this.parts.accounts.lock(manager, id);
      if (user.email === null || this.parts.accounts.isUnclaimed(user))
        throw wrongState('The owner has to claim this account first: nobody can log in to it.');
      if (pending) await this.parts.confirmations.complete(manager, pending, false);
      await this.parts.accounts.markVerified(manager, id, user.email);
      await this.parts.sessions.endSignUps(manager, id);
    });
  }

  /** Sends the owner of an account a mail with which they can set a new password. Throws if there is no address. */
  async sendPasswordReset(id: string): Promise<void> {
    const [user] = await this.parts.accounts.findMany([id]);
    if (!user?.email) throw wrongState('The account has no address to send a mail to.');
    await this.parts.passwordResets.request(user.email);
  }
}
