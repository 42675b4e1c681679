import type { EventService } from '../../platform/events/event.service';
import { defineArea, type Base } from '../../platform/composition/area';
import { MessageEntity } from './message.entity';
import { MessageService } from './message.service';

interface Needs extends Base {
  events: EventService;
}

/** Messages in accounts, which clients call notes. */
export const messagesArea = defineArea({
  name: 'messages',
  entities: [MessageEntity],
  create: ({ config, database, events }: Needs) => ({
    messages: new MessageService(database, events, { removedLifetime: config.REMOVED_MESSAGE_TTL }),
  }),
  forgets: ({ messages }) => ({
    messages: ({ userId, fullName }) => messages.forgetAccount(userId, fullName),
  }),
  purges: ({ messages }) => ({ messages }),
});
