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

/** Answers about the sender, not the recipient: authentication is missing or wrong, or TLS is required (RFC 4954). */
const answersAboutSender: readonly number[] = [530, 534, 535, 538];

/** Security or policy (RFC 3463), such as a refusal to relay: a wrong setting would otherwise lose all mails. */
const policy = /^\d{3}[ -]5\.7\./;

/** The status with which a mail server refuses a recipient or a mail for good; null for failures that may pass. */
function findRefusal(error: unknown): number | null {
  const { command = '', responseCode = 0, response = '' } = error as SmtpAnswer;
  const isAboutMail = command === 'RCPT TO' || command === 'DATA';
  const isLasting = responseCode >= 500 && responseCode <= 599;
  if (!isAboutMail || !isLasting) return null;
  return answersAboutSender.includes(responseCode) || policy.test(response) ? null : responseCode;
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
