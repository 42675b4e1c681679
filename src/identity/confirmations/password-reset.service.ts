import { In, MoreThan, type EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import type { AccountTakeovers } from '../accounts/account-takeovers.service';
import type { UserEntity } from '../accounts/user.entity';
import type { AuditService } from '../audit/audit.service';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { isEmailAddress, normalizeEmail } from '../../platform/rules/email-address';
import { ApiError, badInput, notFound, wrongState } from '../../platform/errors';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import { isExpired, type ConfirmationRecords, type NewConfirmation } from './confirmation-records.service';
import { ConfirmationEntity } from './confirmation.entity';
import type { ConfirmationService } from './confirmation.service';
import type { ProviderLinks, SessionEnder } from './ports';
import { noAccountMail, passwordResetLink, passwordResetMail } from './mails/password-reset-mails';

interface ResetSettings {
  webUrl: string;
  /** Lifetime of the link, in seconds. */
  lifetime: number;
}

/** The form behind the link. */
export interface PasswordReset {
  key: string;
  email: string;
  password: string;
}

const hour = 3_600_000;
const mailsAnHour = 5;
const longestAddress = 254;

const noMatch = () => notFound('No matching reset confirmation was found.').about('key');

/** Clients know this sentence; the link stays valid, whatever was wrong with the rest. */
const stillActive = (pointer: string) => {
  const message = 'Error while resetting password; reset confirmation remains active until it expires.';
  const finding = {
    code: 'value-not-valid',
    title: 'value is not valid',
    detail: message,
    source: { pointer },
  };
  return badInput(message, [finding]);
};

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  accountTakeovers: AccountTakeovers;
  linkedIdentities: ProviderLinks;
  sessions: SessionEnder;
  confirmationRecords: ConfirmationRecords;
  confirmations: ConfirmationService;
  outbox: OutboxService;
  audit: AuditService;
}

/** Password resets by mail. */
export class PasswordResetService {
  /** Requests are processed one at a time, so that a burst cannot exceed the limit of an address. */
  private lastRequest: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly parts: Parts,
    private readonly settings: ResetSettings,
  ) {}

  /**
   * Accepts a request for a new password. Nothing is looked up before the response, so neither the response nor its
   * timing reveals whether there is an account. Throws when the text cannot be an address.
   */
  async request(email: string): Promise<void> {
    if (!email.includes('@') || normalizeEmail(email).length > longestAddress) {
      const detail = 'This is not an email address.';
      throw badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail }]).about(
        'email',
      );
    }
    await this.parts.database.transaction((manager) =>
      this.parts.outbox.add(manager, 'password-reset', { email }),
    );
  }

  /**
   * A link with which the owner of an account can set a new password, for an operator to hand over. Throws if the
   * account does not exist, or never logs in here with a password.
   */
  async createLink(userId: string): Promise<string> {
    return this.parts.database.transaction(async (manager) => {
      const user = await this.parts.accounts.lock(manager, userId);
      if (!canReset(user) || user.email === null)
        throw wrongState('Nobody can log in to this account with a password, or it is disabled.');
      const confirmation = await this.parts.confirmationRecords.add(
        manager,
        this.newConfirmation(user.email, user),
      );
      return passwordResetLink(this.settings.webUrl, confirmation.key);
    });
  }

  /** Sends the mail for a requested password reset; silently sends none when the address has received too many. */
  sendMail(email: string): Promise<void> {
    const sent = this.lastRequest.then(() => this.sendNext(normalizeEmail(email)));
    this.lastRequest = sent.catch(() => undefined);
    return sent;
  }

  private async sendNext(email: string): Promise<void> {
    const found = await this.parts.accounts.findByEmail(email);
    // No account can have such an address, and the mail might reach somebody with a different one.
    if (!found && !isEmailAddress(email)) return;
    await this.parts.database.transaction(async (manager) => {
      const user = found && (await this.stillAt(manager, found.id, email));
      const recent = await manager.countBy(ConfirmationEntity, {
        type: In(['password_reset', 'no_account']),
        address: email,
        createdTime: MoreThan(now() - hour),
      });
      if (recent >= mailsAnHour) return;
      const confirmation = await this.parts.confirmationRecords.add(
        manager,
        this.newConfirmation(email, user),
      );
      await this.queueMail(manager, confirmation);
    });
  }

  /** The account if it still has the address; locks the address until the transaction ends. */
  private async stillAt(manager: EntityManager, userId: string, email: string): Promise<UserEntity | null> {
    const user = await this.parts.accounts.lock(manager, userId);
    return user.email === email ? user : null;
  }

  private async queueMail(manager: EntityManager, confirmation: ConfirmationEntity): Promise<void> {
    const { webUrl } = this.settings;
    const { type, status, email, key } = confirmation;
    if (type === 'no_account') await this.parts.outbox.add(manager, 'mail', noAccountMail(webUrl, email));
    else if (status === 'pending')
      await this.parts.outbox.add(manager, 'mail', passwordResetMail(webUrl, email, key));
    else await this.parts.confirmations.remind(manager, email);
  }

  /** The stored reset. An unclaimed account gets no usable key, which would bypass the requirements of claiming. */
  private newConfirmation(email: string, user: UserEntity | null): NewConfirmation {
    if (!canReset(user) && !isUnclaimed(user)) return { type: 'no_account', status: 'completed', email };
    const status = canReset(user) ? 'pending' : 'canceled';
    return { type: 'password_reset', status, email, userId: user.id, lifetime: this.settings.lifetime };
  }

  /**
   * Sets a new password with the key from a mail. All sessions of the account end, and its other links become
   * invalid. If nobody has confirmed the address, links to identity providers end, too, and after a sign-up what gives others
   * access. Throws when there is no such key for this address, or when the password is not acceptable.
   */
  async reset({ key, email, password }: PasswordReset): Promise<void> {
    if (key === '') throw stillActive('/key');
    if (email === '') throw stillActive('/email');
    const { userId } = await this.parts.database.transaction((manager) => this.pending(manager, key, email));
    const prepared = await this.parts.accounts.prepareChanges({ password }).catch((error: unknown) => {
      throw error instanceof ApiError && error.code === 'BAD_USER_INPUT' ? stillActive('/password') : error;
    });
    await this.parts.database.transaction(async (manager) => {
      await this.pending(manager, key, email);
      const time = { modifiedTime: now() };
      const resets = { userId, type: 'password_reset' as const, status: 'pending' as const };
      await manager.update(ConfirmationEntity, { key }, { status: 'completed', ...time });
      await manager.update(ConfirmationEntity, resets, { status: 'canceled', ...time });
      const { after } = await this.parts.accounts.updateWithin(manager, userId, prepared);
      // Whoever has linked it may be somebody else, while nobody has confirmed the address.
      if (!after.emailVerified) await this.parts.linkedIdentities.unlinkAll(manager, userId);
      await this.parts.accountTakeovers.endGiven(manager, after);
      await this.parts.sessions.endOthers(manager, userId, null);
      await this.parts.audit.recordByLink(manager, userId, 'password-reset');
    });
  }

  /** The pending reset of a key and an address. Throws if there is none, or if it has expired. */
  private async pending(manager: EntityManager, key: string, email: string) {
    const found = await this.parts.confirmationRecords.lock(manager, key);
    if (found?.type !== 'password_reset' || found.status !== 'pending') throw noMatch();
    if (!found.userId || found.address !== email.toLowerCase()) throw noMatch();
    const [user] = await this.parts.accounts.findMany([found.userId]);
    if (!canReset(user ?? null)) throw noMatch();
    if (isExpired(found)) throw notFound('Password reset confirmation has expired.').about('key');
    return { userId: found.userId };
  }
}

/** An account that logs in here with a password, and may. */
const canReset = (user: UserEntity | null): user is UserEntity =>
  user !== null &&
  user.passwordHash !== null &&
  user.disabledTime === null &&
  !user.roles.includes('brokered');

const isUnclaimed = (user: UserEntity | null): user is UserEntity =>
  user !== null && user.passwordHash === null && user.roles.includes('custodial_account');
