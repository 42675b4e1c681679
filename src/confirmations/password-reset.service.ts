import { In, MoreThan, type EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { SessionService } from '../auth/session.service';
import { now } from '../clock';
import type { Database } from '../database/database';
import { isEmailAddress, normalizeEmail } from '../rules/email-address';
import { ApiError, badInput, notFound } from '../errors';
import type { OutboxService } from '../outbox/outbox.service';
import { isExpired, type ConfirmationRecords, type NewConfirmation } from './confirmation-records.service';
import { ConfirmationEntity } from './confirmation.entity';
import type { ConfirmationService } from './confirmation.service';
import { noAccountMail, passwordResetMail } from './mails/password-reset-mails';

interface ResetSettings {
  webUrl: string;
  /** Lifetime of the link, in seconds. */
  lifetime: number;
}

/** What the page behind the link sends. */
export interface PasswordReset {
  key: string;
  email: string;
  password: string;
}

const hour = 3_600_000;
const mailsAnHour = 5;
const longestAddress = 254;

const noMatch = () => notFound('No matching reset confirmation was found.');

/** Clients know this sentence; the link stays good, whatever was wrong with the rest. */
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

/** New passwords for people who have forgotten theirs, by mail. */
export class PasswordResetService {
  /** One request at a time is looked at, so that a burst of them does not pass the limit of an address. */
  private lastRequest: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly sessions: SessionService,
    private readonly records: ConfirmationRecords,
    private readonly confirmations: ConfirmationService,
    private readonly outbox: OutboxService,
    private readonly settings: ResetSettings,
  ) {}

  /**
   * Takes a request for a new password. Nothing is looked up before the answer, so neither the answer nor the time
   * that it takes tells whether there is an account. Throws when the text cannot be an address.
   */
  async request(email: string): Promise<void> {
    if (!email.includes('@') || normalizeEmail(email).length > longestAddress) {
      const detail = 'This is not an e-mail address.';
      throw badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail }]);
    }
    await this.database.transaction((manager) => this.outbox.add(manager, 'password-reset', { email }));
  }

  /** Sends the mail that a request for a new password leads to; silently none when an address gets too many. */
  sendMail(email: string): Promise<void> {
    const sent = this.lastRequest.then(() => this.sendNext(normalizeEmail(email)));
    this.lastRequest = sent.catch(() => undefined);
    return sent;
  }

  private async sendNext(email: string): Promise<void> {
    const found = await this.accounts.findByEmail(email);
    // No account can have such an address, and whoever gets the mail would be somebody with another one.
    if (!found && !isEmailAddress(email)) return;
    await this.database.transaction(async (manager) => {
      const user = found && (await this.stillAt(manager, found.id, email));
      const recent = await manager.countBy(ConfirmationEntity, {
        type: In(['password_reset', 'no_account']),
        address: email,
        createdTime: MoreThan(now() - hour),
      });
      if (recent >= mailsAnHour) return;
      const confirmation = await this.records.add(manager, this.newConfirmation(email, user));
      await this.sendMailOf(manager, confirmation);
    });
  }

  /** The account if it still has the address; it keeps it until the transaction ends. */
  private async stillAt(manager: EntityManager, userId: string, email: string): Promise<UserEntity | null> {
    const user = await this.accounts.lock(manager, userId);
    return user.email === email ? user : null;
  }

  private async sendMailOf(manager: EntityManager, confirmation: ConfirmationEntity): Promise<void> {
    const { webUrl } = this.settings;
    const { type, status, email, key } = confirmation;
    if (type === 'no_account') await this.outbox.add(manager, 'mail', noAccountMail(webUrl, email));
    else if (status === 'pending')
      await this.outbox.add(manager, 'mail', passwordResetMail(webUrl, email, key));
    else await this.confirmations.remind(manager, email);
  }

  /**
   * What is kept of a request. An account that its owner has not taken over gets no key that works: it would get
   * around what is asked of who takes it over.
   */
  private newConfirmation(email: string, user: UserEntity | null): NewConfirmation {
    if (!canReset(user) && !isUnclaimed(user)) return { type: 'no_account', status: 'completed', email };
    const status = canReset(user) ? 'pending' : 'canceled';
    return { type: 'password_reset', status, email, userId: user.id, lifetime: this.settings.lifetime };
  }

  /**
   * Sets a new password with the key of a mail. All sessions of the account end, and its other links with them.
   * Throws when there is no such key for this address, or when the password is not acceptable.
   */
  async reset({ key, email, password }: PasswordReset): Promise<void> {
    if (key === '') throw stillActive('/key');
    if (email === '') throw stillActive('/email');
    const { userId } = await this.database.transaction((manager) => this.pending(manager, key, email));
    const prepared = await this.accounts.prepareChanges({ password }).catch((error: unknown) => {
      throw error instanceof ApiError && error.code === 'BAD_USER_INPUT' ? stillActive('/password') : error;
    });
    await this.database.transaction(async (manager) => {
      await this.pending(manager, key, email);
      const time = { modifiedTime: now() };
      const resets = { userId, type: 'password_reset' as const, status: 'pending' as const };
      await manager.update(ConfirmationEntity, { key }, { status: 'completed', ...time });
      await manager.update(ConfirmationEntity, resets, { status: 'canceled', ...time });
      await this.accounts.updateWithin(manager, userId, prepared);
      await this.sessions.endOthers(manager, userId, null);
    });
  }

  /** The pending reset of a key and an address. Throws when there is none, or when it has expired. */
  private async pending(manager: EntityManager, key: string, email: string) {
    const found = await this.records.lock(manager, key);
    if (found?.type !== 'password_reset' || found.status !== 'pending') throw noMatch();
    if (!found.userId || found.address !== email.toLowerCase()) throw noMatch();
    const [user] = await this.accounts.findMany([found.userId]);
    if (!canReset(user ?? null)) throw noMatch();
    if (isExpired(found)) throw notFound('Password reset confirmation has expired.');
    return { userId: found.userId };
  }
}

/** Somebody who logs in here with a password, and may. */
const canReset = (user: UserEntity | null): user is UserEntity =>
  user !== null &&
  user.passwordHash !== null &&
  user.disabledTime === null &&
  !user.roles.includes('brokered');

const isUnclaimed = (user: UserEntity | null): user is UserEntity =>
  user !== null && user.passwordHash === null && user.roles.includes('custodial_account');
