import { In, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { lockRow, lockRows } from '../../platform/database/lock-rows';
import { readParts, withItems, type PartQuestion } from '../../platform/database/pages';
import { newestFirst, type ListPart, type Placed } from '../../platform/list-part';
import { badInput, conflict, notFound } from '../../platform/errors';
import type { IdempotencyService } from '../../platform/idempotency/idempotency.service';
import type { Sender } from '../../platform/idempotency/sender';
import { newRecordId } from '../../platform/ids';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { ContentStore, ReceivedContent } from '../../platform/storage/content-store';
import { removeContentTopic } from '../../platform/storage/remove-content';
import type { StoredContent } from '../../platform/storage/stored-content';
import {
  digestOfNothing,
  keepContent,
  receiveContent,
  settleRepetition,
} from '../../platform/storage/upload';
import { BlobEntity, type BlobStatus } from './blob.entity';

/** Incoming content. */
export interface BlobUpload {
  /** Normalized by `normalizeMediaType`. */
  mediaType: string;
  /** Expected MD5 in base64. */
  digestMD5?: string;
  pieces: AsyncIterable<Uint8Array>;
}

/** Filters of an account's blobs. */
export interface BlobFilter {
  mediaTypes?: readonly string[];
  statuses: readonly BlobStatus[];
}

/** A request for one page of an account's blobs, newest first. */
export interface BlobQuestion extends ListPart {
  userId: string;
  filter: BlobFilter;
}

/** Idempotency purpose of requests that create blobs. */
const blobPurpose = 'blobs';

const unknownBlob = () => notFound('There is no blob with this id.').about('blobId');

/** Opaque binary content of accounts: create, list, read, delete. */
export class BlobService {
  constructor(
    private readonly database: Database,
    private readonly store: ContentStore,
    private readonly outbox: OutboxService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /** Blobs by id, in the order of the ids; null for unknown ids. For loaders. */
  readonly findMany = async (ids: readonly string[]): Promise<(BlobEntity | null)[]> => {
    const found = await this.database.reader.findBy(BlobEntity, { id: In([...ids]) });
    const byId = new Map(found.map((blob) => [blob.id, blob]));
    return ids.map((id) => byId.get(id) ?? null);
  };

  /** Pages of blobs of many accounts, newest first, in the order of the requests. For loaders. */
  readonly lists = async (questions: readonly BlobQuestion[]): Promise<Placed<BlobEntity>[][]> => {
    const pages = await readParts(this.database.reader, questions.map(buildPartQuestion));
    return withItems(pages, await this.findMany(pages.flat().map(({ id }) => id)));
  };

  /** The keys that blobs refer to. */
  async keysInUse(keys: readonly string[]): Promise<string[]> {
    const found = await this.database.reader.find(BlobEntity, {
      select: { contentKey: true },
      where: { contentKey: In([...keys]) },
    });
    return found.map((blob) => blob.contentKey).filter((key) => key !== null);
  }

  /**
   * Creates a blob without content.
   *
   * @param sender the sender of the request: a repeated request gets the same blob
   */
  createEmpty(userId: string, mediaType: string, sender?: Sender): Promise<BlobEntity> {
    return this.insert(this.newBlob(userId, mediaType), sender);
  }

  /**
   * Creates a blob with its content; empty content creates a blob without content. Throws when the digest does not
   * match; nothing is stored then.
   *
   * @param sender the sender of the request: a repeated request gets the same blob
   */
  async create(
    userId: string,
    { mediaType, digestMD5, pieces }: BlobUpload,
    sender?: Sender,
  ): Promise<BlobEntity> {
    const content = await receiveContent(this.store, pieces, digestMD5);
    if (content.size === 0) {
      await content.discard();
      return this.createEmpty(userId, mediaType, sender);
    }
    return keepContent(this.store, content, async (contentKey) => {
      const blob = this.newBlob(userId, mediaType);
      Object.assign(blob, filledWith(blob, content, contentKey));
      const stored = await this.insert(blob, sender);
      const { id, contentKey: storedKey } = stored;
      const refer = () => this.refer({ userId, id, contentKey: storedKey ?? '' }, contentKey);
      await settleRepetition(this.store, { storedKey, sentKey: contentKey, refer });
      return stored;
    });
  }

  /** Refers a blob to other content, unless that has changed. Returns the key that it refers to. */
  private refer(which: { userId: string; id: string; contentKey: string }, contentKey: string) {
    return this.database.transaction(async (manager) => {
      await manager.update(BlobEntity, which, { contentKey });
      const blob = await this.lock(manager, which.id);
      return blob?.contentKey ?? null;
    });
  }

  /** Inserts a blob, or returns the one inserted by an earlier attempt of the same request. */
  private async insert(blob: BlobEntity, sender: Sender | undefined): Promise<BlobEntity> {
    const { userId, mediaType, digestMD5 } = blob;
    const request = { sender, userId, purpose: blobPurpose, body: () => [mediaType, digestMD5] };
    const id = await this.idempotency.once(request, async (manager) => {
      await manager.insert(BlobEntity, blob);
      return blob.id;
    });
    const stored = id === blob.id ? blob : (await this.findMany([id]))[0];
    if (!stored) throw unknownBlob();
    return stored;
  }

  private newBlob(userId: string, mediaType: string): BlobEntity {
    return Object.assign(new BlobEntity(), {
      userId,
      id: newRecordId(),
      status: 'created',
      mediaType,
      digestMD5: digestOfNothing,
      size: 0,
      contentKey: null,
      createdTime: now(),
      modifiedTime: null,
      revision: 0,
    });
  }

  /**
   * Adds the content of a blob that was created without it. `upload` is called once the blob is known to wait for
   * content. Throws when it already has content, and when the content is empty.
   */
  async addContent(id: string, upload: () => BlobUpload): Promise<BlobEntity> {
    const [waiting] = await this.findMany([id]);
    assertWaiting(waiting ?? null);
    const { mediaType, digestMD5, pieces } = upload();
    const content = await receiveContent(this.store, pieces, digestMD5);
    if (content.size === 0) {
      await content.discard();
      throw noContent();
    }
    return keepContent(this.store, content, (contentKey) =>
      this.database.transaction(async (manager) => {
        const blob = assertWaiting(await this.lock(manager, id));
        const { userId, createdTime } = blob;
        const changes = { ...filledWith(blob, content, contentKey), mediaType };
        await manager.update(BlobEntity, { userId, id }, changes);
        // Otherwise an equal creation could be taken for a repetition, and return a blob that has content by now.
        await this.idempotency.noteUse(manager, { userId, purpose: blobPurpose, result: id, createdTime });
        return Object.assign(blob, changes);
      }),
    );
  }

  /** Locks and returns the blob. */
  private lock(manager: EntityManager, id: string): Promise<BlobEntity | null> {
    return lockRow(this.database, manager, BlobEntity, { id });
  }

  /** The content of a blob. Throws when the blob does not exist or has no content. */
  async read(id: string): Promise<StoredContent & { mediaType: string }> {
    const [blob] = await this.findMany([id]);
    const content = blob?.contentKey ? await this.store.read(blob.contentKey) : null;
    if (!blob || !content) throw notFound('There is no content with this id.');
    return { content, size: blob.size, digestMD5: blob.digestMD5, mediaType: blob.mediaType };
  }

  /** Deletes a blob; with `revision` only if that is its current one. Throws if it does not exist. */
  async delete(id: string, revision?: number): Promise<void> {
    await this.database.transaction(async (manager) => {
      const blob = await this.lock(manager, id);
      if (!blob || (revision !== undefined && blob.revision !== revision)) throw unknownBlob();
      await this.remove(manager, { userId: blob.userId, id }, [blob]);
    });
  }

  /** Deletes all blobs of an account and returns their ids, in order. */
  async deleteAll(userId: string): Promise<string[]> {
    return this.database.transaction(async (manager) => {
      const blobs = await lockRows(this.database, manager, BlobEntity, { userId });
      await this.remove(manager, { userId }, blobs);
      return blobs.map(({ id }) => id).sort();
    });
  }

  /**
   * Deletes rows, and then their content. A blob created at the same moment may lose its row before its content is
   * known; the sweep deletes that content.
   */
  private async remove(
    manager: EntityManager,
    which: { userId: string; id?: string },
    blobs: readonly BlobEntity[],
  ): Promise<void> {
    await manager.delete(BlobEntity, which);
    await this.idempotency.forget(manager, which.userId, blobPurpose, which.id);
    const keys = blobs.map((blob) => blob.contentKey).filter((key) => key !== null);
    if (keys.length > 0) await this.outbox.add(manager, removeContentTopic, { keys });
  }
}

function buildPartQuestion({
  userId,
  filter: { mediaTypes, statuses },
  ...part
}: BlobQuestion): PartQuestion {
  const marks = (values: readonly string[]) => values.map(() => '?').join(', ');
  const ofTypes = mediaTypes ? ` AND media_type IN (${marks(mediaTypes)})` : '';
  const from = `FROM blobs WHERE user_id = ? AND status IN (${marks(statuses)})${ofTypes}`;
  const parameters = [userId, ...statuses, ...(mediaTypes ?? [])];
  return { source: { id: 'id', from, parameters }, keys: newestFirst.keys, part };
}

const filledWith = (blob: BlobEntity, { size, digestMD5 }: ReceivedContent, contentKey: string) => ({
  status: 'available' as const,
  size,
  digestMD5,
  contentKey,
  modifiedTime: now(),
  revision: blob.revision + 1,
});

function assertWaiting(blob: BlobEntity | null): BlobEntity {
  if (!blob) throw unknownBlob();
  if (blob.status === 'created') return blob;
  const detail = 'The blob already has its content, which cannot change.';
  throw conflict(detail, [{ code: 'value-exists', title: 'value exists', detail }]);
}

function noContent() {
  const detail = 'The body is empty; a blob needs at least one byte.';
  return badInput(detail, [{ code: 'value-empty', title: 'value is empty', detail }]);
}
