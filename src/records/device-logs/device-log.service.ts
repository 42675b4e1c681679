import { In } from 'typeorm';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { lockRows } from '../../platform/database/lock-rows';
import { readParts, withItems, type PartQuestion } from '../../platform/database/pages';
import { newestFirst, type ListPart, type Placed } from '../../platform/list-part';
import { notFound } from '../../platform/errors';
import type { IdempotencyService } from '../../platform/idempotency/idempotency.service';
import type { Sender } from '../../platform/idempotency/sender';
import { newRecordId } from '../../platform/ids';
import type { ContentStore } from '../../platform/storage/content-store';
import type { StoredContent } from '../../platform/storage/stored-content';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import { removeContentTopic } from '../../platform/storage/remove-content';
import { keepContent, receiveContent, settleRepetition } from '../../platform/storage/upload';
import { DeviceLogEntity } from './device-log.entity';
import { EntryCheck } from './entry-check';

/** An incoming log. Times are in milliseconds since the epoch. */
export interface DeviceLogUpload {
  startTime: number;
  endTime: number;
  /** Expected MD5 in base64. */
  digestMD5?: string;
  /** The bytes of a JSON array of entries. */
  pieces: AsyncIterable<Uint8Array>;
}

/** A request for one page of an account's logs, newest first. Times are in milliseconds since the epoch. */
export interface DeviceLogQuestion extends ListPart {
  userId: string;
  /** Only logs that start at this time or later. */
  from?: number;
  /** Only logs that end before this time. */
  to?: number;
}

const unknownLog = () => notFound('There is no device log with this id.');

/** Few enough for one statement in both dialects. */
const deletedAtOnce = 900;

/** Idempotency purpose of requests that upload logs. */
const logPurpose = 'device-logs';

/** Phones' logs of their communication with devices: store, list, read. */
export class DeviceLogService {
  constructor(
    private readonly database: Database,
    private readonly store: ContentStore,
    private readonly outbox: OutboxService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /** Logs by id, in the order of the ids; null for unknown ids. For loaders. */
  readonly findMany = async (ids: readonly string[]): Promise<(DeviceLogEntity | null)[]> => {
    const found = await this.database.reader.findBy(DeviceLogEntity, { id: In([...ids]) });
    const byId = new Map(found.map((log) => [log.id, log]));
    return ids.map((id) => byId.get(id) ?? null);
  };

  /** Pages of logs of many accounts, newest first, in the order of the requests. For loaders. */
  readonly lists = async (questions: readonly DeviceLogQuestion[]): Promise<Placed<DeviceLogEntity>[][]> => {
    const pages = await readParts(this.database.reader, questions.map(buildPartQuestion));
    return withItems(pages, await this.findMany(pages.flat().map(({ id }) => id)));
  };

  /** The keys that logs refer to. */
  async keysInUse(keys: readonly string[]): Promise<string[]> {
    const found = await this.database.reader.find(DeviceLogEntity, {
      select: { contentKey: true },
      where: { contentKey: In([...keys]) },
    });
    return found.map((log) => log.contentKey);
  }

  /**
   * Stores a log, byte for byte. Throws every finding when it is not a log, and when its digest does not match;
   * nothing is stored then.
   *
   * @param sender the sender of the request: a repeated request gets the same log
   */
  async create(userId: string, upload: DeviceLogUpload, sender?: Sender): Promise<DeviceLogEntity> {
    const checked = new EntryCheck().watch(upload.pieces);
    const content = await receiveContent(this.store, checked, upload.digestMD5);
    return keepContent(this.store, content, async (contentKey) => {
      const log = Object.assign(new DeviceLogEntity(), {
        userId,
        id: newRecordId(),
        digestMD5: content.digestMD5,
        size: content.size,
        contentKey,
        startTime: upload.startTime,
        endTime: upload.endTime,
        createdTime: now(),
      });
      const { digestMD5, startTime, endTime } = log;
      const body = () => [digestMD5, startTime, endTime];
      const id = await this.idempotency.once(
        { sender, userId, purpose: logPurpose, body },
        async (manager) => {
          await manager.insert(DeviceLogEntity, log);
          return log.id;
        },
      );
      const [stored] = id === log.id ? [log] : await this.findMany([id]);
      if (!stored) {
        await this.store.remove(contentKey);
        throw unknownLog();
      }
      const { contentKey: storedKey } = stored;
      const refer = () => this.refer({ userId, id, contentKey: storedKey }, contentKey);
      await settleRepetition(this.store, { storedKey, sentKey: contentKey, refer });
      return stored;
    });
  }

  /** Refers a log to other content, unless that has changed. Returns the key that it refers to. */
  private refer(which: { userId: string; id: string; contentKey: string }, contentKey: string) {
    return this.database.transaction(async (manager) => {
      await manager.update(DeviceLogEntity, which, { contentKey });
      const { userId, id } = which;
      const [log] = await lockRows(this.database, manager, DeviceLogEntity, { userId, id });
      return log?.contentKey ?? null;
    });
  }

  /** Deletes all logs of an account; their content follows. */
  async deleteAll(userId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      const logs = await lockRows(this.database, manager, DeviceLogEntity, { userId });
      if (logs.length === 0) return;
      const keys = logs.map(({ contentKey }) => contentKey);
      const ids = logs.map(({ id }) => id);
      for (let start = 0; start < ids.length; start += deletedAtOnce) {
        const id = In(ids.slice(start, start + deletedAtOnce));
        await manager.delete(DeviceLogEntity, { userId, id });
      }
      await this.idempotency.forget(manager, userId, logPurpose);
      await this.outbox.add(manager, removeContentTopic, { keys });
    });
  }

  /** A log as uploaded. Throws if it does not exist. */
  async read(id: string): Promise<StoredContent & { log: DeviceLogEntity }> {
    const [log] = await this.findMany([id]);
    const content = log ? await this.store.read(log.contentKey) : null;
    if (!log || !content) throw unknownLog();
    return { content, size: log.size, digestMD5: log.digestMD5, log };
  }
}

function buildPartQuestion({ userId, from, to, ...part }: DeviceLogQuestion): PartQuestion {
  const conditions = ['user_id = ?'];
  const parameters: unknown[] = [userId];
  if (from !== undefined) {
    conditions.push('start_time >= ?');
    parameters.push(from);
  }
  if (to !== undefined) {
    conditions.push('end_time < ?');
    parameters.push(to);
  }
  const source = { id: 'id', from: `FROM device_logs WHERE ${conditions.join(' AND ')}`, parameters };
  return { source, keys: newestFirst.keys, part };
}
