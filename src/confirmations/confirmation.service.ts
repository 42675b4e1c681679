import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import { now } from '../clock';
import type { Database } from '../database/database';
import { notFound, wrongState } from '../errors';
import { newSecretKey } from '../ids';
import type { OutboxService } from '../outbox/outbox.service';
import { ConfirmationEntity } from './confirmation.entity';
import { signupMail } from './signup-mail';

interface ConfirmationSettings {
  webUrl: string;
  /** Lifetime of a sign-up confirmation, in seconds. */
  signupLifetime: number;
}

/** Confirmations by mail: whoever follows the link has shown that the address is theirs. */
export class ConfirmationService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly outbox: OutboxService,
    private readonly settings: ConfirmationSettings,
  ) {}

  /**
   * Sends the mail that confirms the address of an account. The mail leaves once the confirmation is committed.
   * Throws a refusal while an earlier confirmation of the same address is still good or already done.
   */
  async sendSignup(userId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      const { email } = await this.accounts.lock(manager, userId);
      if (email === null) {
        await manager.delete(ConfirmationEntity, { userId, type: 'signup_confirmation' });
        return;
      }
      const existing = await this.latestSignup(manager, userId);
      if (existing && existing.email === email && this.isSettled(existing)) {
        throw wrongState('User already has an existing valid signup confirmation');
      }
      await this.replaceSignup(manager, userId, email);
    });
  }

  /** Sends the mail that confirms a new address of an account; the links of earlier mails are dead from then on. */
  async replaceSignup(manager: EntityManager, userId: string, email: string): Promise<void> {
    await manager.delete(ConfirmationEntity, { userId, type: 'signup_confirmation' });
    const key = newSecretKey();
    await manager.insert(ConfirmationEntity, this.signup(key, userId, email));
    await this.outbox.add(manager, 'mail', signupMail(this.settings.webUrl, email, key));
  }

  /** Sends the mail of the pending confirmation of an address once more. Throws when there is none. */
  async resendSignup(email: string): Promise<void> {
    const isSent = await this.database.transaction((manager) => this.remind(manager, email));
    if (!isSent) throw notFound('No matching signup confirmation was found');
  }

  /** Sends the mail of a pending confirmation once more, with a new key; false when nothing is pending. */
  async remind(manager: EntityManager, email: string): Promise<boolean> {
    const query = manager
      .createQueryBuilder(ConfirmationEntity, 'c')
      .where({ email: email.toLowerCase(), type: 'signup_confirmation', status: 'pending' })
      .orderBy('c.createdTime', 'DESC')
      .limit(1);
    const pending = await this.locked(query).getOne();
    if (!pending?.userId || pending.email !== email.toLowerCase()) return false;
    await this.replaceSignup(manager, pending.userId, pending.email);
    return true;
  }

  /**
   * Ends a pending confirmation with the key of its mail: declined by who got it by mistake, canceled by who asked for
   * it. Doing it again changes nothing. Throws when the key is not one of this account, or when it is used.
   */
  async endSignup(userId: string, key: string, status: 'declined' | 'canceled'): Promise<void> {
    await this.database.transaction(async (manager) => {
      const query = manager
        .createQueryBuilder(ConfirmationEntity, 'c')
        .where({ key, userId, type: 'signup_confirmation' });
      const found = await this.locked(query).getOne();
      if (found?.status === status) return;
      if (found?.status !== 'pending') throw notFound('No matching signup confirmation was found');
      await manager.update(ConfirmationEntity, { key }, { status, modifiedTime: now() });
    });
  }

  /** Of two changes of one confirmation, the second waits for the first; SQLite runs one transaction at a time anyway. */
  private locked(query: SelectQueryBuilder<ConfirmationEntity>): SelectQueryBuilder<ConfirmationEntity> {
    return this.database.dialect === 'mysql' ? query.setLock('pessimistic_write') : query;
  }

  /** Still usable, or used: a further mail would only confuse. */
  private isSettled(confirmation: ConfirmationEntity): boolean {
    if (confirmation.status === 'completed') return true;
    return confirmation.status === 'pending' && (confirmation.expiresTime ?? Infinity) > now();
  }

  private latestSignup(manager: EntityManager, userId: string): Promise<ConfirmationEntity | null> {
    return manager.findOne(ConfirmationEntity, {
      where: { userId, type: 'signup_confirmation' },
      order: { createdTime: 'DESC' },
    });
  }

  private signup(key: string, userId: string, email: string): ConfirmationEntity {
    const time = now();
    return Object.assign(new ConfirmationEntity(), {
      key,
      type: 'signup_confirmation',
      status: 'pending',
      email,
      userId,
      creatorId: null,
      clinicId: null,
      context: null,
      createdTime: time,
      modifiedTime: time,
      expiresTime: time + this.settings.signupLifetime * 1000,
    });
  }

  /** Marks the account behind a key as verified. Doing it again with the same key changes nothing. */
  async acceptSignup(key: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      const found = await manager.findOneBy(ConfirmationEntity, { key, type: 'signup_confirmation' });
      // MySQL takes no notice of blanks at the end.
      if (found?.key !== key || !found.userId || found.status === 'canceled' || found.status === 'declined') {
        throw notFound('No matching signup confirmation was found');
      }
      if (found.status === 'completed') return;
      if (found.expiresTime !== null && found.expiresTime <= now()) {
        throw notFound('The signup confirmation has expired');
      }
      await manager.update(ConfirmationEntity, { key }, { status: 'completed', modifiedTime: now() });
      await this.accounts.markVerified(manager, found.userId, found.email);
    });
  }
}
