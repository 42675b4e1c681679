import { randomUUID } from 'node:crypto';
import { badInput } from '../../platform/errors';
import type { Mailer } from '../../platform/mail/mailer';
import { isEmailAddress } from '../../platform/rules/email-address';

/** Sends mails that say whether the mail server of the settings works. */
export class TestMailService {
  /** @param baseUrl public address of the service, which the mail names */
  constructor(
    private readonly mailer: Mailer,
    private readonly baseUrl: string,
  ) {}

  /** Throws when the text is no address. */
  assertAddress(to: string): void {
    if (!isEmailAddress(to)) throw badInput(`"${to}" is not an email address.`);
  }

  /** Sends a mail at once, and returns its message id. Throws when it is not accepted. */
  async send(to: string): Promise<string> {
    this.assertAddress(to);
    const text = `This is a test mail of ${this.baseUrl}.`;
    const id = `test-${randomUUID()}`;
    await this.mailer.send({ to, subject: 'Test mail', text, html: `<p>${text}</p>` }, id);
    return id;
  }
}
