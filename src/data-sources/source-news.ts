import type { EntityManager } from 'typeorm';
import type { OutboxService } from '../outbox/outbox.service';
import type { DataSourceEntity } from './data-source.entity';

/** Topic of the outbox: where the data of an account come from has changed. */
export const dataSourcesChangedTopic = 'data-sources-changed';

export interface ChangedSources {
  userId: string;
}

/** Topic of the outbox: imports from a source have begun to fail. */
export const dataSourceFailedTopic = 'data-source-failed';

export interface FailedSource {
  userId: string;
  sourceId: string;
}

/** Tells of changes of the sources of accounts, together with the change. */
export class SourceNews {
  constructor(private readonly outbox: OutboxService) {}

  async changed(manager: EntityManager, userId: string): Promise<void> {
    const payload: ChangedSources = { userId };
    await this.outbox.add(manager, dataSourcesChangedTopic, payload);
  }

  /** A source that had not failed before is in error now. */
  async failed(manager: EntityManager, { userId, id: sourceId }: DataSourceEntity): Promise<void> {
    const payload: FailedSource = { userId, sourceId };
    await this.outbox.add(manager, dataSourceFailedTopic, payload);
  }
}
