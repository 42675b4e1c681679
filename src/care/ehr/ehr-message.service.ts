import { timingSafeEqual } from 'node:crypto';
import { In, IsNull, LessThanOrEqual, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { deleteInBatches } from '../../platform/database/delete-in-batches';
import { badInput } from '../../platform/errors';
import { newClinicId } from '../../platform/ids';
import { refuse } from '../../platform/rules/finding';
import { findInfinite } from '../../platform/rules/infinite-numbers';
import type { TaskService } from '../../platform/tasks/task.service';
import { digest } from '../../platform/folding';
import type { PatientKey } from '../patients/patient-directory.service';
import { EhrMessageEntity } from './ehr-message.entity';
import { failureReason } from './failure-reason';
import { queueOrder } from './order-tasks';

/** Length of the columns. Values are short words out of a few dozen. */
const longestWord = 255;

/** Milliseconds that messages without a known patient are kept. */
const unmatchedLifetime = 90 * 24 * 3_600_000;

function wordIn(meta: unknown, name: string): string {
  const value = typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>)[name] : null;
  if (typeof value === 'string' && value !== '' && [...value].length <= longestWord) return value;
  const detail = `"Meta.${name}" must be a string of 1 to ${longestWord} characters.`;
  const source = { pointer: `/input/message/Meta/${name}` };
  throw badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail, source }]);
}

interface EhrMessageOptions {
  /** The token that senders present; without one, all messages are refused. */
  verificationToken: string | undefined;
  /** Prefix of task types. */
  prefix: string;
}

/** Messages from health record systems, as received. */
export class EhrMessageService {
  constructor(
    private readonly database: Database,
    private readonly tasks: TaskService,
    private readonly options: EhrMessageOptions,
  ) {}

  /** False if no messages are accepted. */
  get isConfigured(): boolean {
    return this.options.verificationToken !== undefined;
  }

  /** Whether the caller has presented the configured token. */
  isVerified(token: string): boolean {
    const { verificationToken } = this.options;
    if (verificationToken === undefined) return false;
    // Comparing digests of equal length takes the same time whatever they contain.
    return timingSafeEqual(Buffer.from(digest(verificationToken)), Buffer.from(digest(token)));
  }

  /**
   * Stores a message and returns its id. A new order is processed in the background. Throws when the message does not
   * state its subject, or has a number that cannot be stored. Identical messages are stored again.
   */
  async receive(content: Record<string, unknown>): Promise<string> {
    const time = now();
    const message = {
      id: newClinicId(time),
      dataModel: wordIn(content.Meta, 'DataModel'),
      eventType: wordIn(content.Meta, 'EventType'),
      content,
      clinicId: null,
      userId: null,
      openedUserId: null,
      procedureName: null,
      reason: null,
      createdTime: time,
    };
    refuse(findInfinite('/message', content), '/message');
    await this.database.transaction(async (manager) => {
      await manager.insert(EhrMessageEntity, message as never);
      if (message.dataModel === 'Order' && message.eventType === 'New')
        await queueOrder(this.tasks, manager, this.options.prefix, message.id);
    });
    return message.id;
  }

  /** A new order by its id, or null. */
  async findOrder(id: string): Promise<EhrMessageEntity | null> {
    const [found] = await this.findOrders([id]);
    return found ?? null;
  }

  /** New orders by their ids, in any order. */
  async findOrders(ids: readonly string[]): Promise<EhrMessageEntity[]> {
    const found = await this.database.reader.findBy(EhrMessageEntity, { id: In([...ids]) });
    return found.filter(({ dataModel, eventType }) => dataModel === 'Order' && eventType === 'New');
  }

  /** Assigns a message to a patient; it is deleted when the patient leaves the clinic. */
  async assign(manager: EntityManager, id: string, { clinicId, userId }: PatientKey): Promise<void> {
    await manager.update(EhrMessageEntity, { id }, { clinicId, userId });
  }

  /** Records the clinic and request of an order, so that the clinic sees it whatever the outcome is. */
  async noteClinic(id: string, at: Pick<EhrMessageEntity, 'clinicId' | 'procedureName'>): Promise<void> {
    await this.database.transaction((manager) => manager.update(EhrMessageEntity, { id }, at));
  }

  /** Records why an order could not be processed. */
  async noteFailure(id: string, error: unknown): Promise<void> {
    const reason = failureReason(error);
    await this.database.transaction((manager) => manager.update(EhrMessageEntity, { id }, { reason }));
  }

  /** Records the outcome of an order, within the transaction that completes it. */
  async settle(
    manager: EntityManager,
    id: string,
    { clinicId, userId, reason }: Pick<EhrMessageEntity, 'clinicId' | 'userId' | 'reason'>,
  ): Promise<void> {
    // A patient assigned earlier stays.
    const set = { clinicId, reason, ...(userId !== null && { userId }) };
    await manager.update(EhrMessageEntity, { id }, set);
  }

  /** Records whose account was created for an order, within the transaction that creates it. */
  async noteOpened(manager: EntityManager, id: string, { clinicId, userId }: PatientKey): Promise<void> {
    await manager.update(EhrMessageEntity, { id }, { clinicId, userId, openedUserId: userId });
  }

  /** Deletes old messages without a known patient. */
  async purge(isStopped: () => boolean): Promise<void> {
    const where = { userId: IsNull(), createdTime: LessThanOrEqual(now() - unmatchedLifetime) };
    await deleteInBatches(this.database, EhrMessageEntity, where, isStopped);
  }
}
