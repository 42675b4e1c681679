import { createTransport } from 'nodemailer';
import { observeCall } from '../telemetry/calls';
import { toMessage, type Mail, type Mailer } from './mailer';

/** Milliseconds from connecting until the server's greeting. */
const longestConnecting = 10_000;

/** Milliseconds of silence from the server. */
const longestSilence = 15_000;

/**
 * Milliseconds for one mail, including the wait for a connection. It is well below the lease of an outbox message;
 * another process would otherwise send the mail as well.
 */
const longestSending = 30_000;

/** Sends mails through an SMTP server (`smtp://` or `smtps://`, with user and password in the URL). */
export class SmtpMailer implements Mailer {
  private readonly transport;

  constructor(
    url: string,
    private readonly from: string,
  ) {
    this.transport = createTransport({
      url,
      pool: true,
      connectionTimeout: longestConnecting,
      socketTimeout: longestSilence,
    } as object);
  }

  async send(mail: Mail, id: string): Promise<void> {
    const signal = AbortSignal.timeout(longestSending);
    await observeCall('smtp', 'SMTP send', () =>
      this.transport.sendMail({ ...toMessage(mail, this.from, id), signal }),
    );
  }

  async assertUsable(): Promise<void> {
    await this.transport.verify();
  }

  close(): void {
    this.transport.close();
  }
}
