import { LessThanOrEqual, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import { deleteInBatches } from '../../platform/database/delete-in-batches';
import type { Database } from '../../platform/database/database';
import { readParts, withItems } from '../../platform/database/pages';
import { newestFirst, type ListPart, type Placed } from '../../platform/list-part';
import { AlertNotificationEntity } from './alert-notification.entity';

/** A request for a part of a follower's notifications, newest first. */
export interface NotificationQuestion extends ListPart {
  recipientId: string;
  followedId: string;
  /** Includes undelivered ones; only for callers who may follow now. */
  withUndelivered: boolean;
}

/** Stores notifications. */
export class AlertNotificationService {
  constructor(
    private readonly database: Database,
    /** Milliseconds that notifications are kept. */
    private readonly lifetime: number,
  ) {}

  /** Notifications by id, in the order of the ids; null for unknown ids. For loaders. */
  readonly findMany = async (ids: readonly string[]): Promise<(AlertNotificationEntity | null)[]> => {
    const found = await this.database.plain.find(AlertNotificationEntity, { id: ids });
    const byId = new Map(found.map((each) => [each.id, each]));
    return ids.map((id) => byId.get(id) ?? null);
  };

  /** A part of the list, newest first. */
  async page(question: NotificationQuestion): Promise<Placed<AlertNotificationEntity>[]> {
    const { recipientId, followedId, withUndelivered, ...part } = question;
    const isShown = withUndelivered ? '1 = 1' : 'delivered_time IS NOT NULL';
    const from = `FROM alert_notifications WHERE recipient_id = ? AND followed_id = ? AND ${isShown}`;
    const source = { id: 'id', from, parameters: [recipientId, followedId] };
    const parts = await readParts(this.database.reader, [{ source, keys: newestFirst.keys, part }]);
    const [found = []] = withItems(parts, await this.findMany(parts.flat().map(({ id }) => id)));
    return found;
  }

  async add(manager: EntityManager, notification: AlertNotificationEntity): Promise<void> {
    await manager.insert(AlertNotificationEntity, notification);
  }

  /** Records the delivery of a notification. */
  async confirm(manager: EntityManager, id: string): Promise<void> {
    await manager.update(AlertNotificationEntity, { id }, { deliveredTime: now(), error: null });
  }

  /** Records why it was not delivered. */
  async fail(manager: EntityManager, id: string, error: string): Promise<void> {
    await manager.update(AlertNotificationEntity, { id }, { error });
  }

  /** Deletes the notifications to and about a deleted account. */
  async forgetAccount(userId: string): Promise<void> {
    await deleteInBatches(this.database, AlertNotificationEntity, { recipientId: userId });
    await deleteInBatches(this.database, AlertNotificationEntity, { followedId: userId });
  }

  /** Deletes expired notifications. */
  async purge(isStopped: () => boolean = () => false): Promise<void> {
    const where = { createdTime: LessThanOrEqual(now() - this.lifetime) };
    await deleteInBatches(this.database, AlertNotificationEntity, where, isStopped);
  }
}
