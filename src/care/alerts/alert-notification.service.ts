import { LessThanOrEqual, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import { deleteInBatches } from '../../platform/database/delete-in-batches';
import type { Database } from '../../platform/database/database';
import { AlertNotificationEntity } from './alert-notification.entity';

/** The position of a notification in a list: creation time and id. */
export type NotificationPlace = readonly [createdTime: number, id: string];

/** A request for one page of a follower's notifications, newest first. */
export interface NotificationQuestion {
  recipientId: string;
  followedId: string;
  /** Includes undelivered ones; only for callers who may follow now. */
  withUndelivered: boolean;
  size: number;
  after?: NotificationPlace;
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

  /** One page, newest first. */
  page({ recipientId, followedId, withUndelivered, size, after }: NotificationQuestion) {
    const query = this.database.reader
      .createQueryBuilder(AlertNotificationEntity, 'n')
      .where({ recipientId, followedId });
    if (!withUndelivered) query.andWhere('n.deliveredTime IS NOT NULL');
    if (after) {
      const [time, id] = after;
      query.andWhere('(n.createdTime < :time OR (n.createdTime = :time AND n.id < :id))', { time, id });
    }
    return query.orderBy('n.createdTime', 'DESC').addOrderBy('n.id', 'DESC').limit(size).getMany();
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
