import type { EntityManager } from 'typeorm';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { DataSourceEntity } from './data-source.entity';

/** Outbox topic: the data sources of an account have changed. */
export const dataSourcesChangedTopic = 'data-sources-changed';

export interface ChangedSources {
  userId: string;
}

/** Outbox topic: imports from a source have started to fail. */
export const dataSourceFailedTopic = 'data-source-failed';

export interface FailedSource {
  userId: string;
  sourceId: string;
}

/** Publishes changes to data sources, in their transaction. */
export class SourceNews {
  constructor(private readonly outbox: OutboxService) {}

  async changed(manager: EntityManager, userId: string): Promise<void> {
    const payload: ChangedSources = { userId };
    await this.outbox.add(manager, dataSourcesChangedTopic, payload);
  }

  /** A source that had not failed before is now in error. */
  async failed(manager: EntityManager, { userId, id: sourceId }: DataSourceEntity): Promise<void> {
    const payload: FailedSource = { userId, sourceId };
    await this.outbox.add(manager, dataSourceFailedTopic, payload);
  }
}
