import type { EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { SharingService } from '../sharing/sharing.service';
import { consentGrantedMail, consentRevokedMail } from './consent-mails';
import { dataDonation, type ConsentText } from './consent-texts';

/** An ended consent; its text may no longer be configured. */
export interface EndedConsent {
  type: string;
  text?: ConsentText;
}

interface Settings {
  webUrl: string;
  /** The account that donated data is shared with; if absent, it is not shared. */
  donationRecipient?: string;
}

/** Effects of a consent within its transaction: a mail, and the share with the recipient of donations. */
export class ConsentEffects {
  constructor(
    private readonly accounts: AccountService,
    private readonly sharing: SharingService,
    private readonly outbox: OutboxService,
    private readonly settings: Settings,
  ) {}

  async granted(manager: EntityManager, userId: string, text: ConsentText): Promise<void> {
    const [user, recipient] = await this.involved(userId);
    if (text.type === dataDonation && recipient)
      await this.sharing.add(manager, userId, recipient.id, ['view']);
    if (user?.email) {
      const { webUrl } = this.settings;
      const mail = consentGrantedMail({ webUrl, to: user.email, content: text.content });
      await this.outbox.add(manager, 'mail', mail);
    }
  }

  async revoked(manager: EntityManager, userId: string, ended: readonly EndedConsent[]): Promise<void> {
    const [user, recipient] = await this.involved(userId);
    for (const { type, text } of ended) {
      if (type === dataDonation && recipient)
        await this.sharing.take(manager, userId, recipient.id, ['view']);
      if (user?.email) {
        const { webUrl } = this.settings;
        const content = text?.content ?? `# ${type}`;
        await this.outbox.add(manager, 'mail', consentRevokedMail({ webUrl, to: user.email, content }));
      }
    }
  }

  private involved(userId: string) {
    return this.accounts.findMany([userId, this.settings.donationRecipient ?? '']);
  }
}
