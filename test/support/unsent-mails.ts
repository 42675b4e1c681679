import { OutboxMessageEntity } from '../../src/platform/outbox/outbox-message.entity';
import type { Mail } from '../../src/platform/mail/mailer';
import { startOwnApp, type OwnApp } from './own-app';

/** Starts the service without a mail server, so that all mails wait in the outbox. */
export const startWithUnsentMails = (env: NodeJS.ProcessEnv = {}): Promise<OwnApp> =>
  startOwnApp({ MAIL_URL: 'smtp://127.0.0.1:1', ...env });

/** Matching mails that wait in the outbox. */
export async function unsentMails(
  { database }: Pick<OwnApp, 'database'>,
  fits: (mail: Mail) => boolean,
): Promise<Mail[]> {
  const waiting = await database.reader.findBy(OutboxMessageEntity, { topic: 'mail' });
  return waiting.map(({ payload }) => payload as Mail).filter(fits);
}
