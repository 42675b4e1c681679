import { In, LessThanOrEqual, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { deleteInBatches } from '../../platform/database/delete-in-batches';
import { notFound } from '../../platform/errors';
import { newClinicId } from '../../platform/ids';
import type { TaskService } from '../../platform/tasks/task.service';
import { findClinic, noSuchClinic } from '../clinics/lock-clinic';
import type { ConnectedClinic, ConnectedClinics } from '../clinics/settings/connected-clinics.service';
import type { EhrSubscriptionEntity } from './ehr-subscription.entity';
import type { EhrSubscriptionService } from './ehr-subscription.service';
import { queueReports } from './order-tasks';
import { ScheduledOrderEntity } from './scheduled-order.entity';

/** Milliseconds that a scheduled order is kept. */
const lifetime = 90 * 24 * 3_600_000;

/** Few enough rows for one statement in both dialects. */
const rowsAtOnce = 500;

const isRedox = ({ settings }: ConnectedClinic): boolean => settings.provider === 'redox';

const notConnected = () =>
  notFound('The clinic has no active connection to a health record system through Redox.').about('clinicId');

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  connectedClinics: ConnectedClinics;
  ehrSubscriptions: EhrSubscriptionService;
  tasks: TaskService;
}

/** Schedules reports without new orders: periodically, after uploads, or on request. */
export class EhrSyncService {
  constructor(
    private readonly parts: Parts,
    private readonly prefix: string,
  ) {}

  /** Schedules reports on all subscribed patients of a clinic. Throws when it does not exist or is not connected. */
  async syncClinic(clinicId: string): Promise<void> {
    await this.parts.database.transaction(async (manager) => {
      const [connected] = await this.parts.connectedClinics.findWithin(manager, [clinicId]);
      if (!connected || !isRedox(connected))
        throw (await findClinic(manager, clinicId)) ? notConnected() : noSuchClinic();
      await this.schedule(manager, await this.parts.ehrSubscriptions.ofClinic(manager, clinicId));
    });
  }

  /** Schedules reports on an account for all clinics that want them after uploads, if there are any. */
  async syncAccount(userId: string): Promise<void> {
    await this.parts.database.transaction((manager) => this.syncAccountWithin(manager, userId));
  }

  /** `syncAccount` within a larger transaction. */
  async syncAccountWithin(manager: EntityManager, userId: string): Promise<void> {
    const subscriptions = await this.parts.ehrSubscriptions.ofAccount(manager, userId);
    if (subscriptions.length === 0) return;
    const connected = await this.parts.connectedClinics.findWithin(
      manager,
      subscriptions.map(({ clinicId }) => clinicId),
    );
    const wanting = new Set(
      connected
        .filter((each) => isRedox(each) && each.settings.scheduledReports.onUploadEnabled)
        .map(({ clinic }) => clinic.id),
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
    const newest = await this.findNewest(
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
    await queueReports(this.parts.tasks, manager, this.prefix, ids);
  }

  /** The last scheduled order of each message that has one. */
  private async findNewest(
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
    return this.parts.database.reader.findOneBy(ScheduledOrderEntity, { id });
  }

  /** Deletes old scheduled orders. */
  async purge(isStopped: () => boolean): Promise<void> {
    const where = { createdTime: LessThanOrEqual(now() - lifetime) };
    await deleteInBatches(this.parts.database, ScheduledOrderEntity, where, isStopped);
  }
}
