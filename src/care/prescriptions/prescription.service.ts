import { In, IsNull, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import type { ClinicService } from '../clinics/clinic.service';
import type { RequestedMails } from '../../identity/confirmations/requested-mails.service';
import { isDuplicateKey, type Database } from '../../platform/database/database';
import { lockRow } from '../../platform/database/lock-rows';
import { badInput, conflict } from '../../platform/errors';
import type { EventService } from '../../platform/events/event.service';
import { newClinicId } from '../../platform/ids';
import { newAccessCode } from './access-code';
import { checkedRevision, type CheckedRevision, type NewRevision } from './checked-revision';
import { expirationFrom } from './expiration';
import { findingAt } from '../../platform/rules/finding';
import {
  noSuchPrescription,
  type PrescriptionDirectory,
  type PrescriptionKey,
} from './prescription-directory.service';
import { prescriptionEvents } from './prescription-events';
import { accessCodeMail } from './prescription-mail';
import { PrescriptionRevisionEntity } from './prescription-revision.entity';
import { mayBecome, shownState, type PrescriptionState } from './prescription-state';
import { PrescriptionEntity, type Prescription } from './prescription.entity';
import { declareCreated } from '../../platform/database/created';

/** Maximum number of attempts to find an unused code. */
const mostDraws = 5;

/** Prescriptions deleted per statement. */
const batchSize = 500;

const otherRevision = () =>
  conflict('Somebody else has changed the prescription in the meantime.').about('expectedRevisionId');

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  prescriptionDirectory: PrescriptionDirectory;
  clinics: ClinicService;
  requestedMails: RequestedMails;
  events: EventService;
}

/** Prescriptions from the clinic's side, until they are claimed. */
export class PrescriptionService {
  constructor(
    private readonly parts: Parts,
    private readonly webUrl: string,
  ) {}

  /** Writes a prescription. Throws with every finding when it is invalid, and when the clinic does not exist. */
  async create(clinicId: string, authorId: string, given: NewRevision): Promise<Prescription> {
    const time = now();
    const revision = checkedRevision(given, authorId, time);
    const id = newClinicId(time);
    const prescription = Object.assign(new PrescriptionEntity(), {
      clinicId,
      id,
      revisionId: 0,
      patientUserId: null,
      activeUserId: null,
      prescriberUserId: null,
      expirationTime: null,
      submittedTime: null,
      createdTime: time,
      createdUserId: authorId,
      deletedTime: null,
      deletedUserId: null,
      ...this.toColumns(revision, authorId, time),
    });
    await this.insertWithCode(prescription, revision);
    return this.parts.prescriptionDirectory.find({ clinicId, id });
  }

  /** Access codes are unique: a code that is taken is replaced by another one. */
  private async insertWithCode(prescription: PrescriptionEntity, revision: CheckedRevision): Promise<void> {
    for (let draw = 1; ; draw += 1) {
      prescription.accessCode = newAccessCode();
      try {
        await this.parts.database.transaction(async (manager) => {
          await this.parts.clinics.holdOpen(manager, prescription.clinicId);
          await manager.insert(PrescriptionEntity, prescription);
          await this.addRevision(manager, prescription, revision);
          declareCreated(manager, prescription.id);
        });
        return;
      } catch (error) {
        if (!isDuplicateKey(error) || draw >= mostDraws) throw error;
      }
    }
  }

  /** The columns of a prescription that follow from a revision. */
  private toColumns({ attributes }: CheckedRevision, authorId: string, time: number) {
    return {
      state: attributes.state as PrescriptionState,
      patientEmail: attributes.email ?? null,
      modifiedTime: time,
      modifiedUserId: authorId,
      ...(attributes.state === 'submitted' && {
        prescriberUserId: authorId,
        submittedTime: time,
        expirationTime: expirationFrom(time),
      }),
    };
  }

  private async addRevision(
    manager: EntityManager,
    prescription: PrescriptionEntity,
    { attributes, hash }: CheckedRevision,
  ): Promise<void> {
    const { clinicId, id, revisionId, accessCode, modifiedTime, modifiedUserId } = prescription;
    await manager.insert(PrescriptionRevisionEntity, {
      clinicId,
      prescriptionId: id,
      revisionId,
      attributes,
      hash,
      createdTime: modifiedTime,
      createdUserId: modifiedUserId,
    });
    const { state, email, firstName = '' } = attributes;
    if (state === 'submitted' && email !== undefined && accessCode !== null) {
      const mail = accessCodeMail({ webUrl: this.webUrl, to: email, firstName, accessCode });
      await this.parts.requestedMails.send(manager, mail, modifiedUserId);
    }
    this.tell(manager, prescription);
  }

  /**
   * Adds a revision to a draft or pending prescription. Throws when the revision is invalid, when the prescription does
   * not exist, when the state may not change in this way, and a conflict when another change was faster.
   *
   * @param expected number of the revision that the author has seen; by default the latest one
   */
  async revise(
    key: PrescriptionKey,
    authorId: string,
    given: NewRevision,
    expected?: number,
  ): Promise<Prescription> {
    const time = now();
    const revision = checkedRevision(given, authorId, time);
    const seen = await this.parts.prescriptionDirectory.find(key);
    assertMayBecome(seen, revision, time);
    const { clinicId, id } = key;
    await this.parts.database.transaction(async (manager) => {
      const prescription = await this.lock(manager, key);
      if (prescription.revisionId !== (expected ?? seen.revisionId)) throw otherRevision();
      assertMayBecome(prescription, revision, time);
      const changes = {
        revisionId: prescription.revisionId + 1,
        ...this.toColumns(revision, authorId, time),
      };
      await manager.update(PrescriptionEntity, { clinicId, id }, changes);
      await this.addRevision(manager, Object.assign(prescription, changes), revision);
      declareCreated(manager, id);
    });
    return this.parts.prescriptionDirectory.find(key);
  }

  /** Deletes a draft. Throws when it does not exist. */
  async remove(key: PrescriptionKey, userId: string): Promise<void> {
    await this.parts.database.transaction(async (manager) => {
      const prescription = await this.lock(manager, key);
      if (prescription.state !== 'draft') throw noSuchPrescription();
      const { clinicId, id } = prescription;
      const set = { accessCode: null, deletedTime: now(), deletedUserId: userId };
      await manager.update(PrescriptionEntity, { clinicId, id }, set);
      this.tell(manager, prescription);
    });
  }

  /**
   * Moves all prescriptions of a clinic to another clinic, including deleted ones. Ids, codes and times stay the same.
   * Each patient still has at most one active prescription, whichever clinics wrote them.
   */
  async moveAll(
    manager: EntityManager,
    { sourceId, targetId }: { sourceId: string; targetId: string },
  ): Promise<void> {
    const moved = await manager.find(PrescriptionEntity, {
      where: { clinicId: sourceId, deletedTime: IsNull() },
      select: { clinicId: true, id: true },
    });
    for (const entity of [PrescriptionEntity, PrescriptionRevisionEntity])
      await manager.update(entity, { clinicId: sourceId }, { clinicId: targetId });
    for (const { id } of moved) this.tell(manager, { clinicId: targetId, id });
  }

  /**
   * Permanently deletes the unclaimed prescriptions of a closed clinic, which can no longer be claimed. Claimed ones
   * stay with their patients. May run again after an interruption.
   */
  async forgetClinic(clinicId: string): Promise<void> {
    const unclaimed = { clinicId, patientUserId: IsNull() };
    for (;;) {
      const some = await this.parts.database.reader.find(PrescriptionEntity, {
        where: unclaimed,
        take: batchSize,
      });
      if (some.length === 0) return;
      const ids = In(some.map(({ id }) => id));
      await this.parts.database.transaction(async (manager) => {
        await manager.delete(PrescriptionRevisionEntity, { clinicId, prescriptionId: ids });
        await manager.delete(PrescriptionEntity, { ...unclaimed, id: ids });
      });
    }
  }

  private async lock(manager: EntityManager, { clinicId, id }: PrescriptionKey): Promise<PrescriptionEntity> {
    const found = await lockRow(this.parts.database, manager, PrescriptionEntity, { clinicId, id });
    // MySQL ignores trailing spaces.
    if (found?.id !== id || found.deletedTime !== null) throw noSuchPrescription();
    return found;
  }

  private tell(manager: EntityManager, { clinicId, id }: PrescriptionKey): void {
    this.parts.events.publish(manager, prescriptionEvents(clinicId), { clinicId, prescriptionId: id });
  }
}

function assertMayBecome(
  prescription: PrescriptionEntity,
  { attributes }: CheckedRevision,
  time: number,
): void {
  if (mayBecome(prescription.state, attributes.state)) return;
  const detail = `The prescription is ${shownState(prescription, time)} and cannot become ${attributes.state}.`;
  throw badInput(detail, [findingAt('/attributes/state', ['value-not-allowed', detail])]);
}
