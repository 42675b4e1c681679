import type { EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import { normalizeEmail } from '../rules/email-address';
import { ApiError } from '../errors';
import type { Mail } from '../mail/mailer';
import type { OutboxService } from '../outbox/outbox.service';
import type { TransactionThrottle } from '../throttle/transaction-throttle';

/**
 * Mails that somebody asks us to send to an address of their choice. They count for the address that they go to; and on
 * behalf of an account whose own address nobody has confirmed none is sent: nobody would know whose words they carry.
 */
export class RequestedMails {
  constructor(
    private readonly accounts: AccountService,
    private readonly outbox: OutboxService,
    private readonly throttle: TransactionThrottle,
  ) {}

  /**
   * Sends a mail once the transaction of `manager` is committed. Throws a refusal when the address has got too many;
   * what the mail is a part of is undone then.
   *
   * @param senderId account on whose behalf; null for trusted servers, and for a mail to whoever asks for it
   */
  async send(manager: EntityManager, mail: Mail, senderId: string | null): Promise<void> {
    if (!(await this.maySend(senderId))) return;
    await this.throttle.count(manager, { of: normalizeEmail(mail.to) });
    await this.outbox.add(manager, 'mail', mail);
  }

  /** `send` for a mail that may be left out: an address that has got too many does not get this one. */
  async offer(manager: EntityManager, mail: Mail, senderId: string | null): Promise<void> {
    try {
      await this.send(manager, mail, senderId);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'RATE_LIMITED')) throw error;
    }
  }

  /** `send` for a mail that comes by itself, such as a reminder: it counts for nobody. */
  async remind(manager: EntityManager, mail: Mail, senderId: string | null): Promise<void> {
    if (await this.maySend(senderId)) await this.outbox.add(manager, 'mail', mail);
  }

  private async maySend(senderId: string | null): Promise<boolean> {
    if (senderId === null) return true;
    const [sender] = await this.accounts.findMany([senderId]);
    return sender?.email == null || sender.emailVerified;
  }
}
