import { defineArea, keepsNothing, type Base } from '../composition/area';
import type { Mail } from './mailer';
import { mails } from '../telemetry/measures';
import { openMailer } from './open-mailer';

/** Counts an attempt to send a mail by its outcome. */
async function counted(sending: Promise<void>): Promise<void> {
  try {
    await sending;
    mails.inc({ outcome: 'sent' });
  } catch (error) {
    mails.inc({ outcome: 'failed' });
    throw error;
  }
}

/** Sending mails. */
export const mailArea = defineArea({
  name: 'mail',
  create: ({ config }: Base) => ({ mailer: openMailer(config.MAIL_URL, config.MAIL_FROM) }),
  forgets: keepsNothing,
  outbox: ({ mailer }) => ({
    mail: (payload, messageId) => counted(mailer.send(payload as Mail, messageId)),
  }),
  close: ({ mailer }) => mailer.close(),
});
