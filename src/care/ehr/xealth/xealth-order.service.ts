import { isAddressSegment } from '../../../platform/address-segment';
import { IsNull, LessThanOrEqual, type EntityManager } from 'typeorm';
import { now } from '../../../platform/clock';
import { isDuplicateKey, type Database } from '../../../platform/database/database';
import { lockRow } from '../../../platform/database/lock-rows';
import { deleteInBatches } from '../../../platform/database/delete-in-batches';
import { ApiError, badInput } from '../../../platform/errors';
import { newClinicId } from '../../../platform/ids';
import type { TaskService } from '../../../platform/tasks/task.service';
import { digest } from '../../../platform/folding';
import type { ConnectedClinics } from '../../clinics/settings/connected-clinics.service';
import type { Json } from '../json-fields';
import { readDeployment, readEvent } from './event';
import { XealthOrderEntity } from './xealth-order.entity';

type NewOrder = Pick<XealthOrderEntity, 'clinicId' | 'deployment' | 'orderId'>;

/** Milliseconds that an order without effect is kept. */
const lifetime = 90 * 24 * 3_600_000;

/** Type of the tasks for Xealth orders. */
export const xealthTaskType = (prefix: string): string => `${prefix}.ehr.xealth`;

/** Receives events about orders that were placed or canceled in Xealth; orders are processed in the background. */
export class XealthOrderService {
  constructor(
    private readonly database: Database,
    private readonly tasks: TaskService,
    private readonly connectedClinics: ConnectedClinics,
    private readonly prefix: string,
  ) {}

  /**
   * Records an event of an order. Events about orders of other programs are ignored. Throws when several clinics are
   * connected to the source, and when the event names no order.
   */
  async receive(content: Json): Promise<void> {
    const event = readEvent(content);
    if (event.type !== 'order' || (event.context !== 'new' && event.context !== 'cancel')) return;
    const deployment = readDeployment(event);
    const at = await this.connectedClinics.ofSource('xealth', deployment).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
      throw error;
    });
    const program = at?.settings.procedureCodes.createAccountAndEnableReports;
    if (!at || !program || event.programId !== program) return;
    const { orderId } = event;
    if (orderId === null || !isAddressSegment(orderId))
      throw badInput('The event contains no order: "orderId".');
    const isCanceled = event.context === 'cancel';
    const order = { clinicId: at.clinic.id, deployment, orderId };
    await this.queue(order, isCanceled).catch((error: unknown) => {
      // The same order has arrived concurrently, and is stored by now.
      if (isDuplicateKey(error)) return this.queue(order, isCanceled);
      throw error;
    });
  }

  private queue(order: NewOrder, isCanceled: boolean): Promise<void> {
    return this.database.transaction(async (manager) => {
      const id = await this.note(manager, order, isCanceled);
      await this.tasks.add(manager, { type: xealthTaskType(this.prefix), data: { xealthOrderId: id } });
    });
  }

  private async note(manager: EntityManager, order: NewOrder, isCanceled: boolean): Promise<string> {
    const orderDigest = digest(JSON.stringify([order.deployment, order.orderId]));
    const time = now();
    const before = await this.lockBy(manager, { orderDigest });
    const cancellationId = before?.cancellationId ?? (isCanceled ? newClinicId(time) : null);
    if (before) {
      await manager.update(XealthOrderEntity, { id: before.id }, { cancellationId });
      return before.id;
    }
    const id = newClinicId(time);
    const row = { ...order, id, orderDigest, userId: null, cancellationId, reason: null, createdTime: time };
    await manager.insert(XealthOrderEntity, row);
    return id;
  }

  /** Locks and returns the order; until the transaction ends, nothing else can change it. */
  lock(manager: EntityManager, id: string): Promise<XealthOrderEntity | null> {
    return this.lockBy(manager, { id });
  }

  private lockBy(
    manager: EntityManager,
    where: Partial<Pick<XealthOrderEntity, 'id' | 'orderDigest'>>,
  ): Promise<XealthOrderEntity | null> {
    return lockRow(this.database, manager, XealthOrderEntity, where);
  }

  /** Deletes old orders that had no effect. */
  async purge(isStopped: () => boolean): Promise<void> {
    const where = { userId: IsNull(), createdTime: LessThanOrEqual(now() - lifetime) };
    await deleteInBatches(this.database, XealthOrderEntity, where, isStopped);
  }
}
