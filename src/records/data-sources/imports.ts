import type { EntityManager } from 'typeorm';
import type { DataSetService } from '../data/data-set.service';
import type { TaskService } from '../../platform/tasks/task.service';
import { changeSources } from './connections';
import type { DataSourceEntity } from './data-source.entity';
import type { Provider } from './provider';
import type { ProviderSessionEntity } from './provider-session.entity';

type SessionName = Pick<ProviderSessionEntity, 'id' | 'type' | 'name'>;

/** How data of a connected source is imported. */
export class Imports {
  constructor(
    private readonly tasks: TaskService,
    private readonly dataSets: DataSetService,
    private readonly getDelivery: (providerName: string) => Provider['delivery'],
    /** Prefix of task types. */
    private readonly taskPrefix: string,
  ) {}

  /** A `pull` provider gets a task, a `push` provider a data set to upload to, unless it has one that is open. */
  async begin(
    manager: EntityManager,
    session: ProviderSessionEntity,
    source: DataSourceEntity,
  ): Promise<void> {
    if (!this.arePushed(session.name)) {
      await this.tasks.add(manager, {
        type: this.taskType(session),
        name: this.taskName(session),
        data: { providerSessionId: session.id, dataSourceId: source.id },
      });
    } else await this.openDataSet(manager, source);
  }

  /** Whether the provider uploads its data by itself. */
  arePushed(providerName: string): boolean {
    return this.getDelivery(providerName) === 'push';
  }

  /**
   * The id of the first open data set of a source; opens one if there is none. The account is locked, so nobody else opens
   * one at the same time.
   */
  async openDataSet(manager: EntityManager, source: DataSourceEntity): Promise<string> {
    const { userId, dataSetIds } = source;
    const open = await this.dataSets.findOpen(manager, userId, dataSetIds);
    if (open) return open.uploadId;
    // What was deleted covers no time; otherwise it would hide readings that nothing replaces once the new one has some.
    const isAllDeleted = await this.dataSets.areAllDeleted(manager, userId, dataSetIds);
    const dataSetId = await this.dataSets.add(manager, userId, {
      dataSetType: 'continuous',
      deduplicator: { name: 'org.tidepool.deduplicator.dataset.delete.origin.older' },
    });
    await changeSources(manager, [source], {
      dataSetIds: [dataSetId, ...dataSetIds],
      ...(isAllDeleted && { earliestDataTime: null, latestDataTime: null }),
    });
    return dataSetId;
  }

  /** Ends the imports of these sessions. */
  async end(manager: EntityManager, sessions: readonly SessionName[]): Promise<void> {
    await this.tasks.deleteNamed(
      manager,
      sessions.map((session) => this.taskName(session)),
    );
  }

  private taskType({ type, name }: SessionName): string {
    return `${this.taskPrefix}.${type}.${name}.fetch`;
  }

  private taskName(session: SessionName): string {
    return `${this.taskType(session)}:${session.id}`;
  }
}
