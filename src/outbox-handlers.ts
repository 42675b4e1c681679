import type { Mail, Mailer } from './mail/mailer';
import type { OutboxHandler } from './outbox/outbox-worker';
import type { ContentStore } from './storage/content-store';
import { removeContent, removeContentTopic } from './storage/remove-content';

/** What happens with the messages of the outbox, by topic. An area that adds a topic adds its handler here. */
export const outboxHandlers = (
  mailer: Mailer,
  contentStore: ContentStore,
): Record<string, OutboxHandler> => ({
  mail: (payload, messageId) => mailer.send(payload as Mail, messageId),
  [removeContentTopic]: removeContent(contentStore),
});
