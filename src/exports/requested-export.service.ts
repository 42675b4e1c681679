import { In, LessThanOrEqual, MoreThan, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { now } from '../clock';
import type { Database } from '../database/database';
import { ApiError, conflict, notFound } from '../errors';
import type { EventService } from '../events/event.service';
import { newRecordId } from '../ids';
import type { OutboxService } from '../outbox/outbox.service';
import type { ContentStore } from '../storage/content-store';
import { removeContentTopic } from '../storage/remove-content';
import type { StoredContent } from '../storage/stored-content';
import type { TaskService } from '../tasks/task.service';
import { exportEvents } from './export-events';
import type { ExportOptions } from './export-options';
import { listExportIds, type ExportQuestion } from './list-exports';
import { RequestedExportEntity } from './requested-export.entity';

interface Settings {
  /** Milliseconds that an export can be had after it was asked for, and its file once it is made. */
  lifetime: number;
  /** Type of the tasks that make the files. */
  taskType: string;
}

/** How many exports one person may have under way at once. */
const mostUnderWay = 5;

const purgedAtOnce = 100;

const unknownExport = () => notFound('There is no export with this id.');

/** Exports that are made in the background: asked for, watched, had, and forgotten after a while. */
export class RequestedExportService {
  constructor(
    private readonly database: Database,
    private readonly store: ContentStore,
    private readonly tasks: TaskService,
    private readonly outbox: OutboxService,
    private readonly events: EventService,
    private readonly settings: Settings,
  ) {}

  /** Exports by their ids, in the order of the ids; null where there is none, or none any more. For loaders. */
  readonly findMany = async (ids: readonly string[]): Promise<(RequestedExportEntity | null)[]> => {
    const where = { id: In([...ids]), expirationTime: MoreThan(now()) };
    const found = await this.database.reader.findBy(RequestedExportEntity, where);
    const byId = new Map(found.map((each) => [each.id, each]));
    return ids.map((id) => byId.get(id) ?? null);
  };

  /** The accounts whose records are in the exports that these accounts have asked for. For loaders. */
  readonly subjects = async (requesterIds: readonly string[]): Promise<string[][]> => {
    const found = await this.database.reader
      .createQueryBuilder(RequestedExportEntity, 'e')
      .select('e.requesterId', 'requester')
      .addSelect('e.userId', 'subject')
      .where({ requesterId: In([...requesterIds]), expirationTime: MoreThan(now()) })
      .distinct()
      .getRawMany<{ requester: string; subject: string }>();
    return requesterIds.map((id) =>
      found.filter(({ requester }) => requester === id).map(({ subject }) => subject),
    );
  };

  /** Pages of exports, newest first, in the order of the questions. For loaders. */
  readonly pages = async (questions: readonly ExportQuestion[]): Promise<RequestedExportEntity[][]> => {
    const pages = await listExportIds(this.database.reader, questions);
    const found = await this.findMany(pages.flat());
    const byId = new Map(found.flatMap((each) => (each ? [[each.id, each]] : [])));
    return pages.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
  };

  /** Has a file made. Throws when the person waits for too many already. */
  async request(userId: string, requesterId: string, options: ExportOptions): Promise<RequestedExportEntity> {
    const createdTime = now();
    const requested = Object.assign(new RequestedExportEntity(), {
      id: newRecordId(),
      userId,
      requesterId,
      options,
      state: 'waiting' as const,
      lineCount: 0,
      size: null,
      contentKey: null,
      createdTime,
      finishedTime: null,
      expirationTime: createdTime + this.settings.lifetime,
    });
    await this.database.transaction(async (manager) => {
      const underWay = {
        requesterId,
        state: In(['waiting', 'running']),
        expirationTime: MoreThan(createdTime),
      };
      if ((await manager.countBy(RequestedExportEntity, underWay)) >= mostUnderWay)
        throw new ApiError(
          'RATE_LIMITED',
          `${mostUnderWay} exports are under way already; wait for one of them.`,
        );
      await manager.insert(RequestedExportEntity, requested);
      await this.tasks.add(manager, {
        type: this.settings.taskType,
        name: this.taskName(requested),
        data: { exportId: requested.id },
      });
    });
    return requested;
  }

  /** Notes how far an export has come. Changes nothing once it has ended. */
  async note(exportId: string, lineCount: number): Promise<void> {
    const underWay = { id: exportId, state: In(['waiting', 'running']) };
    await this.database.transaction((manager) =>
      this.change(manager, underWay, { state: 'running', lineCount }),
    );
  }

  /** Notes how an export has ended, in the transaction that ends its task. A file that nobody waits for is removed. */
  async finish(
    manager: EntityManager,
    exportId: string,
    file?: { contentKey: string; size: number; lineCount: number },
  ): Promise<void> {
    const finishedTime = now();
    const isKept = await this.change(
      manager,
      { id: exportId },
      file
        ? { ...file, state: 'ready', finishedTime, expirationTime: finishedTime + this.settings.lifetime }
        : { state: 'failed', finishedTime },
    );
    if (file && !isKept) await this.outbox.add(manager, removeContentTopic, { keys: [file.contentKey] });
  }

  private async change(
    manager: EntityManager,
    which: FindOptionsWhere<RequestedExportEntity> & { id: string },
    changes: Partial<RequestedExportEntity>,
  ): Promise<boolean> {
    const { affected } = await manager.update(RequestedExportEntity, which, changes);
    this.events.publish(manager, exportEvents(which.id), { exportId: which.id });
    return affected === 1;
  }

  /** The export, if its file can be had. Throws when it cannot. */
  async ready(id: string): Promise<RequestedExportEntity> {
    const [requested] = await this.findMany([id]);
    if (!requested) throw unknownExport();
    if (requested.state !== 'ready') throw conflict('The file of this export is not there.');
    return requested;
  }

  /** The file of an export. Throws when there is none. */
  async read(id: string): Promise<Omit<StoredContent, 'digestMD5'> & { options: ExportOptions }> {
    const { contentKey, size, options } = await this.ready(id);
    const content = contentKey === null ? null : await this.store.read(contentKey);
    if (!content) throw unknownExport();
    return { content, size: size ?? 0, options };
  }

  /** Those of the keys that files lie under. */
  async keysInUse(keys: readonly string[]): Promise<string[]> {
    const found = await this.database.reader.find(RequestedExportEntity, {
      select: { id: true, contentKey: true },
      where: { contentKey: In([...keys]) },
    });
    return found.flatMap(({ contentKey }) => contentKey ?? []);
  }

  /** Forgets the exports whose time is over, with their files. */
  async purge(isStopped: () => boolean): Promise<void> {
    while (!isStopped()) if (!(await this.forget({ expirationTime: LessThanOrEqual(now()) }))) return;
  }

  /** Forgets every export of an account's records, and what the account has asked for of others. */
  async forgetAccount(userId: string): Promise<void> {
    for (const which of [{ userId }, { requesterId: userId }]) while (await this.forget(which));
  }

  /** Forgets some exports. False when there were none. */
  private forget(which: FindOptionsWhere<RequestedExportEntity>): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const found = await manager.find(RequestedExportEntity, { where: which, take: purgedAtOnce });
      if (found.length === 0) return false;
      await manager.delete(RequestedExportEntity, { id: In(found.map(({ id }) => id)) });
      await this.tasks.deleteNamed(
        manager,
        found.map((requested) => this.taskName(requested)),
      );
      const keys = found.flatMap(({ contentKey }) => contentKey ?? []);
      if (keys.length > 0) await this.outbox.add(manager, removeContentTopic, { keys });
      return true;
    });
  }

  private taskName({ id }: RequestedExportEntity): string {
    return `${this.settings.taskType}:${id}`;
  }
}
