import { defineArea, type Base } from '../composition/area';
import { EventEntity } from './event.entity';
import { EventService } from './event.service';
import { openEventBus } from './open-event-bus';

/** Milliseconds after which listeners in all processes have heard of a deletion. */
const deliveryTime = 5_000;

/** Events for subscribers. */
export const eventsArea = defineArea({
  name: 'events',
  entities: [EventEntity],
  create: ({ config, database, log }: Base) => ({
    events: new EventService(database, openEventBus(config, log), config.EVENT_TTL * 1000, log),
  }),
  forgets: ({ events }) => ({
    events: { forget: ({ userId }) => events.forgetAccount(userId), delay: deliveryTime },
  }),
  purges: ({ events }) => ({ events }),
  background: ({ events }) => [events],
  close: ({ events }) => events.close(),
});
