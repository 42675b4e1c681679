import { FileMailer } from './file-mailer';
import type { Mailer } from './mailer';
import { SmtpMailer } from './smtp-mailer';

/** The mailer of a `MAIL_URL`. */
export const openMailer = (url: string, from: string): Mailer =>
  url.startsWith('file:') ? new FileMailer(url.slice('file:'.length), from) : new SmtpMailer(url, from);
