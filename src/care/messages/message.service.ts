import { createHash, randomBytes } from 'node:crypto';
import { In, IsNull, LessThanOrEqual, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import { isDuplicateKey, type Database } from '../../platform/database/database';
import { lockRow } from '../../platform/database/lock-rows';
import { notFound } from '../../platform/errors';
import type { Placed } from '../../platform/list-part';
import type { EventService } from '../../platform/events/event.service';
import { parseIsoTime } from '../../platform/iso-time';
import { messagePages, messagesInParts, type MessageFilter, type MessageQuestion } from './list-messages';
import { assertWhole, readChanges, type MessageChanges, type MessageContent } from './message-content';
import { messageEvents, newMessageEvents, type MessageNews } from './message-events';
import { MessageEntity } from './message.entity';
import { declareCreated } from '../../platform/database/created';

interface MessageSettings {
  /** Seconds that a removed message is kept. */
  removedLifetime: number;
}

/** Place and author of a new message. */
interface Place {
  accountId: string;
  parent: MessageEntity | null;
  authorId: string;
}

const idPattern = /^[0-9a-f]{24}$/;

export const noSuchMessage = () => notFound('There is no such message.').about('messageId');

/** Maximum number of rows that a purge deletes per statement, so that it does not block others for long. */
const purgedAtOnce = 500;

/** Threaded messages in accounts, which clients call notes. */
export class MessageService {
  constructor(
    private readonly database: Database,
    private readonly events: EventService,
    private readonly settings: MessageSettings,
  ) {}

  /** Messages by id, in the order of the ids; null for unknown or removed ones. For loaders. */
  readonly findMany = async (ids: readonly string[]): Promise<(MessageEntity | null)[]> => {
    const asked = ids.filter((id) => idPattern.test(id));
    const found =
      asked.length === 0
        ? []
        : await this.database.reader.findBy(MessageEntity, { id: In(asked), purgeTime: IsNull() });
    const byId = new Map(found.map((message) => [message.id, message]));
    return ids.map((id) => byId.get(id) ?? null);
  };

  /** Parts of lists of messages, in the order of the requests. For loaders. */
  readonly pages = (questions: readonly MessageQuestion[]): Promise<Placed<MessageEntity>[][]> =>
    messagePages(this.database.reader, questions);

  /** All matching messages in parts, newest first. */
  listInParts(filter: MessageFilter): AsyncGenerator<MessageEntity[]> {
    return messagesInParts(this.database.reader, filter);
  }

  /** Starts a thread. If the same message was sent before, returns the existing one. */
  async send(accountId: string, authorId: string, content: MessageContent): Promise<MessageEntity> {
    return this.create({ accountId, parent: null, authorId }, content);
  }

  /**
   * Replies to a message. If the same reply was sent before, returns the existing one. Throws when the message does not
   * exist.
   */
  async reply(messageId: string, authorId: string, content: MessageContent): Promise<MessageEntity> {
    const [parent] = await this.findMany([messageId]);
    if (!parent) throw noSuchMessage();
    return this.create({ accountId: parent.accountId, parent, authorId }, content);
  }

  private async create(place: Place, content: MessageContent): Promise<MessageEntity> {
    assertWhole(content);
    const message = newMessage(place, content);
    for (;;) {
      const sentBefore = await this.findEqual(message);
      if (sentBefore) {
        await this.database.transaction(async (manager) => declareCreated(manager, sentBefore.id));
        return sentBefore;
      }
      try {
        await this.database.transaction(async (manager) => {
          await manager.insert(MessageEntity, message);
          declareCreated(manager, message.id);
          this.tell(manager, message, 'added');
        });
        return message;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // The same request was faster; or its message was just removed, and this one counts as new.
      }
    }
  }

  /**
   * The message with the same place, author and content. The key alone would not find one that became equal to
   * another by an edit, and outlived it.
   */
  private async findEqual(message: MessageEntity): Promise<MessageEntity | undefined> {
    const { accountId, eventTime, guid, text, retryKey } = message;
    const alike = await this.database.reader.find(MessageEntity, {
      where: { accountId, eventTime, guid, text, purgeTime: IsNull() },
      order: { createdTime: 'ASC', id: 'ASC' },
    });
    return (
      alike.find((other) => other.retryKey === retryKey) ??
      // MySQL ignores trailing spaces.
      alike.find((other) => computeRetryKey(other) === retryKey)
    );
  }

  /** Changes text, time or both; empty fields stay unchanged. Throws when the message does not exist. */
  edit(id: string, given: MessageChanges): Promise<MessageEntity> {
    const changes = readChanges(given);
    return this.database.transaction(async (manager) => {
      const message = await this.lock(manager, id);
      if (changes.text !== undefined) message.text = changes.text;
      if (changes.timestamp !== undefined) {
        message.timestamp = changes.timestamp;
        message.eventTime = parseIsoTime(changes.timestamp) ?? message.eventTime;
      }
      message.modifiedTime = now();
      message.retryKey = computeRetryKey(message);
      await this.saveEdited(manager, message);
      this.tell(manager, message, 'edited');
      return message;
    });
  }

  /**
   * An edit may make a message equal to another one. A repeated request then refers to that other one, as long as it
   * exists.
   */
  private async saveEdited(manager: EntityManager, message: MessageEntity): Promise<void> {
    const { id, accountId, text, timestamp, eventTime, modifiedTime, retryKey } = message;
    const set = { text, timestamp, eventTime, modifiedTime, retryKey };
    try {
      await manager.update(MessageEntity, { id, accountId }, set);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await manager.update(MessageEntity, { id, accountId }, { ...set, retryKey: null });
    }
  }

  /**
   * Hides a message from everyone; its replies stay. It is deleted permanently later. Throws when it does not exist.
   */
  remove(id: string): Promise<void> {
    return this.database.transaction(async (manager) => {
      const message = await this.lock(manager, id);
      const { accountId } = message;
      const modifiedTime = now();
      const purgeTime = modifiedTime + this.settings.removedLifetime * 1000;
      await manager.update(MessageEntity, { id, accountId }, { modifiedTime, purgeTime, retryKey: null });
      this.tell(manager, message, 'removed');
    });
  }

  private tell(
    manager: EntityManager,
    { accountId, id: messageId }: MessageEntity,
    kind: MessageNews['kind'],
  ): void {
    const event = { kind, messageId };
    this.events.publish(manager, messageEvents(accountId), event);
    if (kind === 'added') this.events.publish(manager, newMessageEvents(accountId), event);
  }

  /**
   * Handles a deleted account: messages in it are deleted permanently, messages that its owner wrote elsewhere keep
   * only the name.
   */
  async forgetAccount(userId: string, fullName: string | null): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.delete(MessageEntity, { accountId: userId });
      const kept = await manager.find(MessageEntity, {
        select: { accountId: true, id: true },
        where: { authorId: userId, purgeTime: IsNull() },
      });
      for (const message of kept) this.tell(manager, message, 'edited');
      await manager.update(MessageEntity, { authorId: userId }, { authorId: null, authorName: fullName });
    });
  }

  private async lock(manager: EntityManager, id: string): Promise<MessageEntity> {
    const message = await lockRow(this.database, manager, MessageEntity, { id });
    if (message?.purgeTime !== null) throw noSuchMessage();
    return message;
  }

  /** Permanently deletes removed messages whose time has passed. */
  async purge(isStopped: () => boolean = () => false): Promise<void> {
    while (!isStopped()) {
      const due = await this.database.reader.find(MessageEntity, {
        select: { accountId: true, id: true },
        where: { purgeTime: LessThanOrEqual(now()) },
        take: purgedAtOnce,
      });
      if (due.length === 0) return;
      const ids = due.map(({ id }) => id);
      await this.database.transaction((manager) => manager.delete(MessageEntity, { id: In(ids) }));
    }
  }
}

function newMessage({ accountId, parent, authorId }: Place, content: MessageContent): MessageEntity {
  const id = randomBytes(12).toString('hex');
  const message = Object.assign(new MessageEntity(), {
    accountId,
    id,
    rootId: parent?.rootId ?? id,
    parentId: parent?.id ?? null,
    authorId,
    authorName: null,
    guid: content.guid,
    timestamp: content.timestamp,
    eventTime: parseIsoTime(content.timestamp) ?? NaN,
    text: content.text,
    createdTime: now(),
    modifiedTime: null,
    purgeTime: null,
  });
  return Object.assign(message, { retryKey: computeRetryKey(message) });
}

/** SHA-256 of everything that makes two messages equal. */
const computeRetryKey = ({ accountId, authorId, parentId, guid, timestamp, text }: MessageEntity): string =>
  createHash('sha256')
    .update(JSON.stringify([accountId, authorId, parentId, guid, timestamp, text]))
    .digest('base64');
