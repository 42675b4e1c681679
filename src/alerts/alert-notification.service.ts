import { LessThanOrEqual, type EntityManager } from 'typeorm';
import { now } from '../clock';
import { deleteInBatches } from '../database/delete-in-batches';
import type { Database } from '../database/database';
import { AlertNotificationEntity } from './alert-notification.entity';

/** The place of a notification in a list: instant of its creation, id. */
export type NotificationPlace = readonly [createdTime: number, id: string];

/** A question for one page of what a follower was told, newest first. */
export interface NotificationQuestion {
  recipientId: string;
  followedId: string;
  /** Also what could not be delivered: only for those who may follow now. */
  withUndelivered: boolean;
  size: number;
  after?: NotificationPlace;
}

/** Keeps what followers were told. */
export class AlertNotificationService {
  constructor(
    private readonly database: Database,
    /** Milliseconds that notifications are kept. */
    private readonly lifetime: number,
  ) {}

  /** Notifications by id, in the order of the ids; null for those that do not exist. For loaders. */
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

  /** Says that a notification was delivered. */
  async confirm(manager: EntityManager, id: string): Promise<void> {
    await manager.update(AlertNotificationEntity, { id }, { deliveredTime: now(), error: null });
  }

  /** Says why it was not. */
  async fail(manager: EntityManager, id: string, error: string): Promise<void> {
    await manager.update(AlertNotificationEntity, { id }, { error });
  }

  /** Deletes what an account that is gone was told, and what others were told of it. */
  async forgetAccount(userId: string): Promise<void> {
    await deleteInBatches(this.database, AlertNotificationEntity, { recipientId: userId });
    await deleteInBatches(this.database, AlertNotificationEntity, { followedId: userId });
  }

  /** Deletes what has been kept for long enough. */
  async purge(isStopped: () => boolean = () => false): Promise<void> {
    const where = { createdTime: LessThanOrEqual(now() - this.lifetime) };
    await deleteInBatches(this.database, AlertNotificationEntity, where, isStopped);
  }
}
