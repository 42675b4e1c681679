import { In, LessThanOrEqual, MoreThan, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type { AccountService } from '../../identity/accounts/account.service';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { withItems } from '../../platform/database/pages';
import type { Placed } from '../../platform/list-part';
import { ApiError, conflict, notFound } from '../../platform/errors';
import type { EventService } from '../../platform/events/event.service';
import { newRecordId } from '../../platform/ids';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { ContentStore } from '../../platform/storage/content-store';
import { removeContentTopic } from '../../platform/storage/remove-content';
import type { StoredContent } from '../../platform/storage/stored-content';
import type { TaskService } from '../../platform/tasks/task.service';
import { exportEvents } from './export-events';
import type { ExportOptions } from './export-options';
import { listExportIds, type ExportQuestion } from './list-exports';
import { RequestedExportEntity } from './requested-export.entity';
import { declareCreated } from '../../platform/database/created';

interface Settings {
  /** Milliseconds that an export is available after it was requested, and its file after it was created. */
  lifetime: number;
  /** Type of the tasks that create the files. */
  taskType: string;
}

/** Maximum number of exports in progress per person. */
const mostUnderWay = 5;

const purgedAtOnce = 100;

const unknownExport = () => notFound('There is no export with this id.').about('exportId');

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  contentStore: ContentStore;
  tasks: TaskService;
  outbox: OutboxService;
  events: EventService;
}

/** Background exports: request, progress, download, and deletion after a while. */
export class RequestedExportService {
  constructor(
    private readonly parts: Parts,
    private readonly settings: Settings,
  ) {}

  /** Exports by id, in the order of the ids; null for unknown or expired ones. For loaders. */
  readonly findMany = async (ids: readonly string[]): Promise<(RequestedExportEntity | null)[]> => {
    const where = { id: In([...ids]), expirationTime: MoreThan(now()) };
    const found = await this.parts.database.reader.findBy(RequestedExportEntity, where);
    const byId = new Map(found.map((each) => [each.id, each]));
    return ids.map((id) => byId.get(id) ?? null);
  };

  /** The owners of the records in exports that these accounts have requested. For loaders. */
  readonly subjects = async (requesterIds: readonly string[]): Promise<string[][]> => {
    const found = await this.parts.database.reader
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

  /** Pages of exports, newest first, in the order of the requests. For loaders. */
  readonly pages = async (
    questions: readonly ExportQuestion[],
  ): Promise<Placed<RequestedExportEntity>[][]> => {
    const parts = await listExportIds(this.parts.database.reader, questions);
    return withItems(parts, await this.findMany(parts.flat().map(({ id }) => id)));
  };

  /** Requests a background export. Throws when the person has too many in progress. */
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
    await this.parts.database.transaction(async (manager) => {
      // Requests of one person are serialized, so that each counts those before it.
      await this.parts.accounts.lock(manager, requesterId);
      const underWay = {
        requesterId,
        state: In(['waiting', 'running']),
        expirationTime: MoreThan(createdTime),
      };
      if ((await manager.countBy(RequestedExportEntity, underWay)) >= mostUnderWay)
        throw new ApiError(
          'RATE_LIMITED',
          `${mostUnderWay} exports are already in progress; wait for one of them.`,
        );
      await manager.insert(RequestedExportEntity, requested);
      declareCreated(manager, requested.id);
      await this.parts.tasks.add(manager, {
        type: this.settings.taskType,
        name: this.taskName(requested),
        data: { exportId: requested.id },
      });
    });
    return requested;
  }

  /** Updates the progress of an export. No effect once it has ended. */
  async note(exportId: string, lineCount: number): Promise<void> {
    const underWay = { id: exportId, state: In(['waiting', 'running']) };
    await this.parts.database.transaction((manager) =>
      this.change(manager, underWay, { state: 'running', lineCount }),
    );
  }

  /** Records the end of an export, in the transaction that ends its task. Deletes a file that nobody waits for. */
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
    if (file && !isKept)
      await this.parts.outbox.add(manager, removeContentTopic, { keys: [file.contentKey] });
  }

  private async change(
    manager: EntityManager,
    which: FindOptionsWhere<RequestedExportEntity> & { id: string },
    changes: Partial<RequestedExportEntity>,
  ): Promise<boolean> {
    const { affected } = await manager.update(RequestedExportEntity, which, changes);
    this.parts.events.publish(manager, exportEvents(which.id), { exportId: which.id });
    return affected === 1;
  }

  /** The export, if its file is available. Throws otherwise. */
  async ready(id: string): Promise<RequestedExportEntity> {
    const [requested] = await this.findMany([id]);
    if (!requested) throw unknownExport();
    if (requested.state !== 'ready')
      throw conflict('The file of this export does not exist.').about('exportId');
    return requested;
  }

  /** The file of an export. Throws if there is none. */
  async read(id: string): Promise<Omit<StoredContent, 'digestMD5'> & { options: ExportOptions }> {
    const { contentKey, size, options } = await this.ready(id);
    const content = contentKey === null ? null : await this.parts.contentStore.read(contentKey);
    if (!content) throw unknownExport();
    return { content, size: size ?? 0, options };
  }

  /** The keys that files are stored under. */
  async keysInUse(keys: readonly string[]): Promise<string[]> {
    const found = await this.parts.database.reader.find(RequestedExportEntity, {
      select: { id: true, contentKey: true },
      where: { contentKey: In([...keys]) },
    });
    return found.flatMap(({ contentKey }) => contentKey ?? []);
  }

  /** Deletes expired exports with their files. */
  async purge(isStopped: () => boolean): Promise<void> {
    while (!isStopped()) if (!(await this.forget({ expirationTime: LessThanOrEqual(now()) }))) return;
  }

  /** Deletes every export of an account's records, and those that the account has requested. */
  async forgetAccount(userId: string): Promise<void> {
    for (const which of [{ userId }, { requesterId: userId }]) while (await this.forget(which));
  }

  /** Deletes some exports. Returns false if there were none. */
  private forget(which: FindOptionsWhere<RequestedExportEntity>): Promise<boolean> {
    return this.parts.database.transaction(async (manager) => {
      const found = await manager.find(RequestedExportEntity, { where: which, take: purgedAtOnce });
      if (found.length === 0) return false;
      await manager.delete(RequestedExportEntity, { id: In(found.map(({ id }) => id)) });
      await this.parts.tasks.deleteNamed(
        manager,
        found.map((requested) => this.taskName(requested)),
      );
      const keys = found.flatMap(({ contentKey }) => contentKey ?? []);
      if (keys.length > 0) await this.parts.outbox.add(manager, removeContentTopic, { keys });
      return true;
    });
  }

  private taskName({ id }: RequestedExportEntity): string {
    return `${this.settings.taskType}:${id}`;
  }
}
