import { now } from '../clock';
import { Undeliverable } from '../outbox/undeliverable';
import { mails } from '../telemetry/measures';
import type { Mail, Mailer } from './mailer';

const longestWaitDays = 3;

/** Milliseconds that a mail waits for a mail server that accepts it; most links in mails have expired by then. */
const longestWait = longestWaitDays * 24 * 3_600_000;

/** What nodemailer knows about an answer of a mail server. */
interface SmtpAnswer {
  command?: string;
  responseCode?: number;
  response?: string;
}

/**
 * Statuses of RFC 3463 and RFC 7505 about the address of the recipient: it does not exist, is malformed, has moved, takes no mail, or
 * is disabled. Everything else may be about the sender, such as a quota or an address that is not verified: a wrong setting
 * would otherwise lose all mails.
 */
const aboutRecipient = /^\d{3}[ -]5\.(1\.(1|2|3|6|10)|2\.1)\b/;

/** The status with which a mail server refuses a recipient for good; null for failures that may pass. */
function findRefusal(error: unknown): number | null {
  const { command = '', responseCode = 0, response = '' } = error as SmtpAnswer;
  const isAboutMail = command === 'RCPT TO' || command === 'DATA';
  const isLasting = responseCode >= 500 && responseCode <= 599;
  if (!isAboutMail || !isLasting) return null;
  return aboutRecipient.test(response) ? responseCode : null;
}

/**
 * Sends a mail from the outbox, and counts the attempt by its outcome. Throws `Undeliverable` when a retry would not
 * help, or when the mail has waited too long.
 */
export async function sendFromOutbox(
  mailer: Mailer,
  { to, subject, text, html }: Mail,
  { id, createdTime }: { id: string; createdTime: number },
): Promise<void> {
  try {
    await mailer.send({ to, subject, text, html }, id);
    mails.inc({ outcome: 'sent' });
  } catch (error) {
    const refusal = findRefusal(error);
    mails.inc({ outcome: refusal === null ? 'failed' : 'refused' });
    if (refusal !== null) throw new Undeliverable(`The mail server refuses it with status ${refusal}.`);
    if (now() - createdTime <= longestWait) throw error;
    throw new Undeliverable(`It could not be sent within ${longestWaitDays} days.`);
  }
}
