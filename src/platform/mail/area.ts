import { defineArea, type Base } from '../composition/area';
import type { OutboxService } from '../outbox/outbox.service';
import type { Mail } from './mailer';
import { openMailer } from './open-mailer';
import { sendFromOutbox } from './send-from-outbox';

interface Needs extends Base {
  outbox: OutboxService;
}

/** Sending mails. */
export const mailArea = defineArea({
  name: 'mail',
  create: ({ config }: Needs) => ({ mailer: openMailer(config.MAIL_URL, config.MAIL_FROM) }),
  // Mails that wait hold names and links, possibly for days.
  forgets: ({ outbox }) => ({
    mail: ({ userId, email, deletedTime }) =>
      outbox.dropAbout('mail', { senderId: userId, to: email }, deletedTime),
  }),
  outbox: ({ mailer }) => ({
    mail: (payload, messageId, createdTime) =>
      sendFromOutbox(mailer, payload as Mail, { id: messageId, createdTime }),
  }),
  close: ({ mailer }) => mailer.close(),
});
