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
    if (this.getDelivery(session.name) === 'pull') {
      await this.tasks.add(manager, {
        type: this.taskType(session),
        name: this.taskName(session),
        data: { providerSessionId: session.id, dataSourceId: source.id },
      });
    } else if (!(await this.dataSets.findOpen(manager, session.userId, source.dataSetIds))) {
      const dataSetId = await this.dataSets.add(manager, session.userId, {
        dataSetType: 'continuous',
        deduplicator: { name: 'org.tidepool.deduplicator.dataset.delete.origin.older' },
      });
      await changeSources(manager, [source], { dataSetIds: [dataSetId, ...source.dataSetIds] });
    }
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
