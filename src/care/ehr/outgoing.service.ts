import { LessThanOrEqual, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { deleteInBatches } from '../../platform/database/delete-in-batches';
import { newClinicId } from '../../platform/ids';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { PatientDirectory } from '../patients/patient-directory.service';
import type { Answer } from './answers';
import type { EhrTransport } from './ehr-transport';
import { OutgoingMessageEntity } from './outgoing-message.entity';

/** Outbox topic: a message for a health record system. */
export const outgoingTopic = 'ehr-message';

/** Milliseconds that messages are kept. */
const lifetime = 90 * 24 * 3_600_000;

/** Stores messages for health record systems, and sends them if a receiver is configured. */
export class OutgoingService {
  constructor(
    private readonly database: Database,
    private readonly outbox: OutboxService,
    private readonly patients: PatientDirectory,
    private readonly transport: EhrTransport | undefined,
  ) {}

  /**
   * Stores messages about an order, in the transaction of the change. They are sent after the commit, in any order.
   * Messages about a patient who has left the clinic in the meantime are dropped.
   */
  async add(
    manager: EntityManager,
    { clinicId, userId, orderId }: Pick<OutgoingMessageEntity, 'clinicId' | 'userId' | 'orderId'>,
    contents: readonly Answer[],
  ): Promise<void> {
    if (contents.length === 0) return;
    if (userId !== null && !(await this.patients.exists(manager, { clinicId, userId }))) return;
    const time = now();
    const rows = contents.map((content) => ({
      clinicId,
      userId,
      orderId,
      dataModel: content.Meta.DataModel,
      content,
      id: newClinicId(time),
      createdTime: time,
      sentTime: null,
      attempts: this.transport ? 0 : null,
    }));
    await manager.insert(OutgoingMessageEntity, rows);
    if (!this.transport) return;
    for (const { id } of rows) await this.outbox.add(manager, outgoingTopic, { id });
  }

  /** Sends a message, unless it was deleted. Throws when the receiver does not accept it. */
  async send(id: string): Promise<void> {
    const message = await this.database.reader.findOneBy(OutgoingMessageEntity, { id });
    if (!message || !this.transport) return;
    try {
      await this.transport.send(id, message.content);
    } catch (error) {
      await this.noteAttempt(message, null);
      throw error;
    }
    await this.noteAttempt(message, now());
  }

  private async noteAttempt({ id, attempts }: OutgoingMessageEntity, sentTime: number | null): Promise<void> {
    const set = { attempts: (attempts ?? 0) + 1, ...(sentTime !== null && { sentTime }) };
    await this.database.transaction((manager) => manager.update(OutgoingMessageEntity, { id }, set));
  }

  /** Deletes old messages. */
  async purge(isStopped: () => boolean): Promise<void> {
    const where = { createdTime: LessThanOrEqual(now() - lifetime) };
    await deleteInBatches(this.database, OutgoingMessageEntity, where, isStopped);
  }
}
