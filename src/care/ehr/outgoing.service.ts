import { IsNull, LessThanOrEqual, Not, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { deleteInBatches } from '../../platform/database/delete-in-batches';
import { newClinicId } from '../../platform/ids';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { ConnectedClinics } from '../clinics/settings/connected-clinics.service';
import { findLockedPatient } from '../patients/lock-patient';
import type { PatientDirectory, PatientKey } from '../patients/patient-directory.service';
import { opensSummary } from '../patients/patient-summary.service';
import { resultsModel, type Answer } from './answers';
import type { EhrSubscriptionService } from './ehr-subscription.service';
import type { EhrTransport } from './ehr-transport';
import { OutgoingMessageEntity } from './outgoing-message.entity';

/** Outbox topic: a message for a health record system. */
export const outgoingTopic = 'ehr-message';

/** Milliseconds that messages are kept. */
const lifetime = 90 * 24 * 3_600_000;

/** Messages that are still to be sent; those of a service without a receiver are only kept. */
const unsent = { sentTime: IsNull(), attempts: Not(IsNull()) };

const isResults = ({ Meta }: Answer): boolean => Meta.DataModel === resultsModel;

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  outbox: OutboxService;
  connectedClinics: ConnectedClinics;
  patientDirectory: PatientDirectory;
  ehrSubscriptions: EhrSubscriptionService;
}

/** Stores messages for health record systems, and sends them if a receiver is configured. */
export class OutgoingService {
  constructor(
    private readonly parts: Parts,
    private readonly transport: EhrTransport | undefined,
  ) {}

  /**
   * Stores messages about an order, in the transaction of the change. They are sent after the commit, in any order.
   * Messages about a patient who has left the clinic in the meantime are dropped, and reports that have been turned off.
   */
  async add(
    manager: EntityManager,
    { clinicId, userId, orderId }: { clinicId: string; userId: string | null; orderId: string },
    given: readonly Answer[],
  ): Promise<void> {
    if (given.length === 0) return;
    const contents =
      userId === null ? given : await this.withPatient(manager, { clinicId, userId }, orderId, given);
    if (contents.length === 0) return;
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
    for (const { id } of rows) await this.parts.outbox.add(manager, outgoingTopic, { id });
  }

  /** What may be stored while the patient is locked: making a report takes time. */
  private async withPatient(
    manager: EntityManager,
    key: PatientKey,
    orderId: string,
    contents: readonly Answer[],
  ): Promise<readonly Answer[]> {
    const { database, ehrSubscriptions } = this.parts;
    if (!(await findLockedPatient(database, manager, key))) return [];
    if (await ehrSubscriptions.follows(manager, key, orderId)) return contents;
    return contents.filter(isResults);
  }

  /**
   * Sends a message, unless it was deleted. One that must not be sent any more is deleted. Throws when the receiver does not
   * accept it.
   */
  async send(id: string): Promise<void> {
    const message = await this.parts.database.reader.findOneBy(OutgoingMessageEntity, { id });
    if (!message || !this.transport) return;
    if (!(await this.maySend(message))) return this.drop(id);
    try {
      await this.transport.send(id, message.content);
    } catch (error) {
      await this.noteAttempt(message, null);
      throw error;
    }
    await this.noteAttempt(message, now());
  }

  /** While the receiver is away, the connection may end, and the clinic may lose its right to a report. */
  private async maySend({ clinicId, userId, orderId, content }: OutgoingMessageEntity): Promise<boolean> {
    const { connectedClinics, database, ehrSubscriptions, patientDirectory } = this.parts;
    const connected = await connectedClinics.find(clinicId);
    if (connected?.settings.provider !== 'redox') return false;
    if (isResults(content as Answer)) return true;
    if (userId === null || orderId === null) return false;
    const [[patient], follows] = await Promise.all([
      patientDirectory.findPermissions({ clinicId, userIds: [userId] }),
      ehrSubscriptions.follows(database.reader, { clinicId, userId }, orderId),
    ]);
    return patient !== undefined && opensSummary(patient.permissions) && follows;
  }

  private async drop(id: string): Promise<void> {
    await this.parts.database.transaction((manager) => manager.delete(OutgoingMessageEntity, { id }));
  }

  /** Deletes unsent reports on a patient, within a larger transaction. Answers to orders are still sent. */
  async dropReports(manager: EntityManager, { clinicId, userId }: PatientKey): Promise<void> {
    await manager.delete(OutgoingMessageEntity, {
      ...unsent,
      clinicId,
      userId,
      dataModel: Not(resultsModel),
    });
  }

  /** Deletes all unsent messages of a clinic, within a larger transaction. */
  async dropAll(manager: EntityManager, clinicId: string): Promise<void> {
    await manager.delete(OutgoingMessageEntity, { ...unsent, clinicId });
  }

  private async noteAttempt({ id, attempts }: OutgoingMessageEntity, sentTime: number | null): Promise<void> {
    const set = { attempts: (attempts ?? 0) + 1, ...(sentTime !== null && { sentTime }) };
    await this.parts.database.transaction((manager) => manager.update(OutgoingMessageEntity, { id }, set));
  }

  /** Deletes old messages. */
  async purge(isStopped: () => boolean): Promise<void> {
    const where = { createdTime: LessThanOrEqual(now() - lifetime) };
    await deleteInBatches(this.parts.database, OutgoingMessageEntity, where, isStopped);
  }
}
