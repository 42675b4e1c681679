import { defineArea, keepsNothing, type Base } from '../composition/area';
import type { Mail } from './mailer';
import { openMailer } from './open-mailer';

/** Sending mails. */
export const mailArea = defineArea({
  name: 'mail',
  create: ({ config }: Base) => ({ mailer: openMailer(config.MAIL_URL, config.MAIL_FROM) }),
  forgets: keepsNothing,
  outbox: ({ mailer }) => ({ mail: (payload, messageId) => mailer.send(payload as Mail, messageId) }),
  close: ({ mailer }) => mailer.close(),
});
