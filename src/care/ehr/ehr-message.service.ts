import { timingSafeEqual } from 'node:crypto';
import { In, IsNull, LessThanOrEqual, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { deleteInBatches } from '../../platform/database/delete-in-batches';
import { badInput } from '../../platform/errors';
import { newClinicId } from '../../platform/ids';
import type { TaskService } from '../../platform/tasks/task.service';
import { digestOf } from '../../platform/folding';
import type { PatientKey } from '../clinics/patients/patient-directory.service';
import { EhrMessageEntity } from './ehr-message.entity';
import { failureReason } from './failure-reason';
import { queueOrder } from './order-tasks';

/** Words as long as columns hold; there are a few dozen, all of them short. */
const longestWord = 255;

/** Milliseconds that messages are kept which nobody knows whom they are about. */
const unmatchedLifetime = 90 * 24 * 3_600_000;

function wordIn(meta: unknown, name: string): string {
  const value = typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>)[name] : null;
  if (typeof value === 'string' && value !== '' && [...value].length <= longestWord) return value;
  const detail = `"Meta.${name}" must be a string of 1 to ${longestWord} characters.`;
  const source = { pointer: `/input/message/Meta/${name}` };
  throw badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail, source }]);
}

interface EhrMessageOptions {
  /** What whoever sends messages shows; without one nobody is let in. */
  verificationToken: string | undefined;
  /** What names of types of tasks begin with. */
  prefix: string;
}

/** The messages of health record systems, as they came. */
export class EhrMessageService {
  constructor(
    private readonly database: Database,
    private readonly tasks: TaskService,
    private readonly options: EhrMessageOptions,
  ) {}

  /** False while messages are accepted from nobody. */
  get isConfigured(): boolean {
    return this.options.verificationToken !== undefined;
  }

  /** Whether somebody has shown the token of the settings. */
  isVerified(token: string): boolean {
    const { verificationToken } = this.options;
    if (verificationToken === undefined) return false;
    // Digests are of one length, and the time that comparing them takes tells nothing.
    return timingSafeEqual(Buffer.from(digestOf(verificationToken)), Buffer.from(digestOf(token)));
  }

  /**
   * Keeps a message and returns its id. A new order is worked off in the background. Throws when the message does not
   * say what it is. The same message again is another one.
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

  /** Notes whom a message is about; it is deleted when they leave the clinic. */
  async assign(manager: EntityManager, id: string, { clinicId, userId }: PatientKey): Promise<void> {
    await manager.update(EhrMessageEntity, { id }, { clinicId, userId });
  }

  /** Notes which clinic an order is of and what it asks for, so that the clinic sees it whatever becomes of it. */
  async noteClinic(id: string, at: Pick<EhrMessageEntity, 'clinicId' | 'procedureName'>): Promise<void> {
    await this.database.transaction((manager) => manager.update(EhrMessageEntity, { id }, at));
  }

  /** Notes why an order could not be followed. */
  async noteFailure(id: string, error: unknown): Promise<void> {
    const reason = failureReason(error);
    await this.database.transaction((manager) => manager.update(EhrMessageEntity, { id }, { reason }));
  }

  /** Notes what has become of an order, as a part of the end of its work. */
  async settle(
    manager: EntityManager,
    id: string,
    { clinicId, userId, reason }: Pick<EhrMessageEntity, 'clinicId' | 'userId' | 'reason'>,
  ): Promise<void> {
    // A patient who was found in another way stays.
    const set = { clinicId, reason, ...(userId !== null && { userId }) };
    await manager.update(EhrMessageEntity, { id }, set);
  }

  /** Notes whose account an order has opened, together with the opening. */
  async noteOpened(manager: EntityManager, id: string, { clinicId, userId }: PatientKey): Promise<void> {
    await manager.update(EhrMessageEntity, { id }, { clinicId, userId, openedUserId: userId });
  }

  /** Deletes old messages of which nobody knows whom they are about. */
  async purge(isStopped: () => boolean): Promise<void> {
    const where = { userId: IsNull(), createdTime: LessThanOrEqual(now() - unmatchedLifetime) };
    await deleteInBatches(this.database, EhrMessageEntity, where, isStopped);
  }
}
