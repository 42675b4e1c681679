import { In, LessThanOrEqual, type EntityManager } from 'typeorm';
import { now } from '../../clock';
import type { Database } from '../../database/database';
import { deleteInBatches } from '../../database/delete-in-batches';
import { newClinicId } from '../../ids';
import type { TaskService } from '../../tasks/task.service';
import { ClinicEntity } from '../clinic.entity';
import { noSuchClinic } from '../lock-clinic';
import type { EhrSubscriptionEntity } from './ehr-subscription.entity';
import type { EhrSubscriptionService } from './ehr-subscription.service';
import { queueReports } from './order-tasks';
import { ScheduledOrderEntity } from './scheduled-order.entity';

/** Milliseconds that a scheduled order is kept. */
const lifetime = 90 * 24 * 3_600_000;

/** Few enough rows for one statement in both dialects. */
const rowsAtOnce = 500;

const isRedox = ({ ehrSettings }: ClinicEntity): boolean =>
  ehrSettings?.enabled === true && ehrSettings.provider === 'redox';

/** Schedules reports without new orders: by the clock, after uploads, or because somebody asks for them. */
export class EhrSyncService {
  constructor(
    private readonly database: Database,
    private readonly subscriptions: EhrSubscriptionService,
    private readonly tasks: TaskService,
    private readonly prefix: string,
  ) {}

  /** Schedules reports on all patients of a clinic that are subscribed to. Throws when the clinic is not connected. */
  async syncClinic(clinicId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      const clinic = await manager.findOneBy(ClinicEntity, { id: clinicId });
      if (!clinic || !isRedox(clinic)) throw noSuchClinic();
      await this.schedule(manager, await this.subscriptions.ofClinic(manager, clinicId));
    });
  }

  /** Schedules reports on an account for all clinics that want them after uploads. Nothing when there are none. */
  async syncAccount(userId: string): Promise<void> {
    await this.database.transaction((manager) => this.syncAccountWithin(manager, userId));
  }

  /** `syncAccount` as a part of a larger change. */
  async syncAccountWithin(manager: EntityManager, userId: string): Promise<void> {
    const subscriptions = await this.subscriptions.ofAccount(manager, userId);
    if (subscriptions.length === 0) return;
    const clinics = await manager.findBy(ClinicEntity, {
      id: In(subscriptions.map(({ clinicId }) => clinicId)),
    });
    const wanting = new Set(
      clinics
        .filter((clinic) => isRedox(clinic) && clinic.ehrSettings?.scheduledReports.onUploadEnabled)
        .map(({ id }) => id),
    );
    await this.schedule(
      manager,
      subscriptions.filter(({ clinicId }) => wanting.has(clinicId)),
    );
  }

  private async schedule(
    manager: EntityManager,
    subscriptions: readonly EhrSubscriptionEntity[],
  ): Promise<void> {
    for (let start = 0; start < subscriptions.length; start += rowsAtOnce) {
      await this.scheduleSome(manager, subscriptions.slice(start, start + rowsAtOnce));
    }
  }

  private async scheduleSome(
    manager: EntityManager,
    subscriptions: readonly EhrSubscriptionEntity[],
  ): Promise<void> {
    const due = subscriptions.flatMap(({ clinicId, userId, matchedMessages }) => {
      const last = matchedMessages.at(-1);
      return last ? [{ clinicId, userId, messageId: last.id }] : [];
    });
    if (due.length === 0) return;
    const newest = await this.newestOf(
      manager,
      due.map(({ messageId }) => messageId),
    );
    const time = now();
    const orders = due.map((each) => {
      const preceding = newest.get(each.messageId);
      return {
        ...each,
        id: newClinicId(time),
        precedingId: preceding?.id ?? null,
        precedingTime: preceding?.createdTime ?? null,
        createdTime: time,
      };
    });
    await manager.insert(ScheduledOrderEntity, orders);
    const ids = orders.map(({ id }) => id);
    await queueReports(this.tasks, manager, this.prefix, ids);
  }

  /** The last scheduled order of each message that has one. */
  private async newestOf(
    manager: EntityManager,
    messageIds: readonly string[],
  ): Promise<Map<string, ScheduledOrderEntity>> {
    const rows = await manager
      .createQueryBuilder(ScheduledOrderEntity, 'o')
      // Ids grow with the creation.
      .select('MAX(o.id)', 'id')
      .where({ messageId: In([...messageIds]) })
      .groupBy('o.messageId')
      .getRawMany<{ id: string }>();
    const found = await manager.findBy(ScheduledOrderEntity, { id: In(rows.map(({ id }) => id)) });
    return new Map(found.map((order) => [order.messageId, order]));
  }

  /** A scheduled order by its id, or null. */
  find(id: string): Promise<ScheduledOrderEntity | null> {
    return this.database.reader.findOneBy(ScheduledOrderEntity, { id });
  }

  /** Deletes what was scheduled long ago. */
  async purge(isStopped: () => boolean): Promise<void> {
    const where = { createdTime: LessThanOrEqual(now() - lifetime) };
    await deleteInBatches(this.database, ScheduledOrderEntity, where, isStopped);
  }
}
