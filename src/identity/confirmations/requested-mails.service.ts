import type { EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import { normalizeEmail } from '../../platform/rules/email-address';
import { ApiError } from '../../platform/errors';
import type { Mail } from '../../platform/mail/mailer';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { TransactionThrottle } from '../../platform/throttle/transaction-throttle';

interface Parts {
  accounts: AccountService;
  outbox: OutboxService;
  /** Counts mails to an address. */
  mailThrottle: TransactionThrottle;
  /** Counts mails that an account has sent. */
  senderThrottle: TransactionThrottle;
}

/**
 * Mails that somebody requests to an address of their choice. They count toward the limits of that address and of the
 * account that sends them. Callers
 * with an unconfirmed address cannot request any: nobody would know whose words they carry.
 */
export class RequestedMails {
  constructor(private readonly parts: Parts) {}

  /**
   * Sends a mail after the transaction of `manager` is committed. Throws a refusal when the address has received too
   * many, or the account has sent too many, which rolls back the transaction.
   *
   * @param senderId account that acts, for itself or as a custodian; null for trusted servers, and for mails to the
   *   requesting person
   * @param askerId account that counts as having sent it, if that is another one: a clinic writes on behalf of the person
   *   who has entered the address, whoever asks for it; null counts for nobody
   */
  async send(manager: EntityManager, mail: Mail, senderId: string | null, askerId = senderId): Promise<void> {
    if (!(await this.maySend(senderId))) return;
    const { mailThrottle, senderThrottle } = this.parts;
    if (askerId !== null) await senderThrottle.count(manager, { of: askerId });
    await mailThrottle.count(manager, { of: normalizeEmail(mail.to) });
    await this.queue(manager, mail, senderId);
  }

  /** `send` for an optional mail: it is skipped if a limit is reached. */
  async offer(manager: EntityManager, mail: Mail, senderId: string | null): Promise<void> {
    try {
      await this.send(manager, mail, senderId);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'RATE_LIMITED')) throw error;
    }
  }

  /** `send` for an automatic mail, such as a reminder: it does not count. */
  async remind(manager: EntityManager, mail: Mail, senderId: string | null): Promise<void> {
    if (await this.maySend(senderId)) await this.queue(manager, mail, senderId);
  }

  /** The mail is deleted with the account of its sender if it still waits then. */
  private async queue(manager: EntityManager, mail: Mail, senderId: string | null): Promise<void> {
    await this.parts.outbox.add(manager, 'mail', senderId === null ? mail : { ...mail, senderId });
  }

  private async maySend(senderId: string | null): Promise<boolean> {
    if (senderId === null) return true;
    const [sender] = await this.parts.accounts.findMany([senderId]);
    return sender?.email == null || sender.emailVerified;
  }
}
