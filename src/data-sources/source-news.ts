import type { EntityManager } from 'typeorm';
import type { OutboxService } from '../outbox/outbox.service';

/** Topic of the outbox: where the data of an account come from has changed. */
export const dataSourcesChangedTopic = 'data-sources-changed';

export interface ChangedSources {
  userId: string;
}

/** Tells that the sources of an account have changed, together with the change. */
export class SourceNews {
  constructor(private readonly outbox: OutboxService) {}

  async changed(manager: EntityManager, userId: string): Promise<void> {
    const payload: ChangedSources = { userId };
    await this.outbox.add(manager, dataSourcesChangedTopic, payload);
  }
}
