import { createTransport } from 'nodemailer';
import { toMessage, type Mail, type Mailer } from './mailer';

/** Sends mails through an SMTP server (`smtp://` or `smtps://`, user and password in the address). */
export class SmtpMailer implements Mailer {
  private readonly transport;

  constructor(
    url: string,
    private readonly from: string,
  ) {
    this.transport = createTransport({
      url,
      pool: true,
      connectionTimeout: 10_000,
      socketTimeout: 30_000,
    } as object);
  }

  async send(mail: Mail, id: string): Promise<void> {
    await this.transport.sendMail(toMessage(mail, this.from, id));
  }

  async assertUsable(): Promise<void> {
    await this.transport.verify();
  }

  close(): void {
    this.transport.close();
  }
}
