import { defineArea, keepsNothing, type Base } from '../composition/area';
import { OutboxMessageEntity } from './outbox-message.entity';
import { OutboxQueueService } from './outbox-queue.service';
import { OutboxService } from './outbox.service';

/** Effects to perform after a commit. */
export const outboxArea = defineArea({
  name: 'outbox',
  entities: [OutboxMessageEntity],
  create: ({ database }: Base) => ({
    outbox: new OutboxService(database),
    outboxQueue: new OutboxQueueService(database),
  }),
  // A message is deleted once it is delivered.
  forgets: keepsNothing,
});
