import { In, IsNull, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import type { ClinicService } from '../clinics/clinic.service';
import type { RequestedMails } from '../../identity/confirmations/requested-mails.service';
import { isDuplicateKey, type Database } from '../../platform/database/database';
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

/** How often a code is drawn that another prescription has, before something else must be wrong. */
const mostDraws = 5;

/** How many prescriptions are deleted at once. */
const batchSize = 500;

const otherRevision = () => conflict('Somebody else has changed the prescription in the meantime.');

/** What the class below needs of others. */
interface Parts {
  database: Database;
  prescriptionDirectory: PrescriptionDirectory;
  clinics: ClinicService;
  requestedMails: RequestedMails;
  events: EventService;
}

/** Prescriptions as clinics write them, up to the moment when somebody claims them. */
export class PrescriptionService {
  constructor(
    private readonly parts: Parts,
    private readonly webUrl: string,
  ) {}

  /** Writes a prescription. Throws with everything that is wrong when it is not valid, and when the clinic is gone. */
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
      ...this.columnsOf(revision, authorId, time),
    });
    await this.insertWithCode(prescription, revision);
    return this.parts.prescriptionDirectory.find({ clinicId, id });
  }

  /** Two prescriptions never have the same code: one that is taken already is drawn again. */
  private async insertWithCode(prescription: PrescriptionEntity, revision: CheckedRevision): Promise<void> {
    for (let draw = 1; ; draw += 1) {
      prescription.accessCode = newAccessCode();
      try {
        await this.parts.database.transaction(async (manager) => {
          await this.parts.clinics.holdOpen(manager, prescription.clinicId);
          await manager.insert(PrescriptionEntity, prescription);
          await this.addRevision(manager, prescription, revision);
        });
        return;
      } catch (error) {
        if (!isDuplicateKey(error) || draw >= mostDraws) throw error;
      }
    }
  }

  /** What a revision makes of a prescription. */
  private columnsOf({ attributes }: CheckedRevision, authorId: string, time: number) {
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
   * Replaces what a draft, or a prescription that waits for a prescriber, says. Throws when it is not valid, when there
   * is no such prescription, when it may not become what it should, and a conflict when somebody else was faster.
   *
   * @param expected number of the revision that the author has seen; the latest one when absent
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
        ...this.columnsOf(revision, authorId, time),
      };
      await manager.update(PrescriptionEntity, { clinicId, id }, changes);
      await this.addRevision(manager, Object.assign(prescription, changes), revision);
    });
    return this.parts.prescriptionDirectory.find(key);
  }

  /** Deletes a draft. Throws when there is none. */
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
   * Gives another clinic all that a clinic has written, what was deleted, too. Nothing else changes: ids, codes and times
   * stay, and a patient has one active prescription at most, whichever clinics have written them.
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
   * Deletes for good what a closed clinic has written and nobody has claimed: nobody can any more. What was claimed stays
   * with its patient. It may run again after an interruption.
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
    const query = manager.createQueryBuilder(PrescriptionEntity, 'p').where({ clinicId, id });
    const found = await (
      this.parts.database.dialect === 'mysql' ? query.setLock('pessimistic_write') : query
    ).getOne();
    // MySQL takes no notice of blanks at the end.
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
