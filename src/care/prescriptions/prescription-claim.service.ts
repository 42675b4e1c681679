import type { EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import type { PatientService } from '../patients/patient.service';
import type { Database } from '../../platform/database/database';
import { lockRow, lockRows } from '../../platform/database/lock-rows';
import { ApiError, badInput, notFound } from '../../platform/errors';
import type { EventService } from '../../platform/events/event.service';
import type { Throttles } from '../../platform/throttle/throttles';
import { isAccessCode } from './access-code';
import { day } from '../../platform/rules/days';
import { findingAt, notEmpty, optional } from '../../platform/rules/finding';
import { isBlank, shortened } from '../../platform/rules/texts';
import { integrityHash } from './integrity';
import {
  noSuchPrescription,
  type ClaimedKey,
  type PrescriptionDirectory,
  type PrescriptionKey,
} from './prescription-directory.service';
import { prescriptionEvents } from './prescription-events';
import { PrescriptionRevisionEntity } from './prescription-revision.entity';
import { shownState } from './prescription-state';
import { PrescriptionEntity, type Prescription } from './prescription.entity';

/** What a patient presents to claim a prescription. */
export interface Claim {
  accessCode: string;
  /** `YYYY-MM-DD` */
  birthday: string;
}

/** The same message for a wrong code, a wrong birthday, and a prescription that another account has claimed. */
const nothingThere = 'There is no prescription with this access code and birthday.';

const nothingToClaim = () => notFound(nothingThere);

/** The code exists but the birthday is wrong. Callers cannot tell the difference. */
class WrongBirthdayError extends ApiError {
  constructor() {
    super('NOT_FOUND', nothingThere);
  }
}

const isWrong = (error: unknown): boolean => error instanceof ApiError && error.code === 'NOT_FOUND';
const isWrongBirthday = (error: unknown): boolean => error instanceof WrongBirthdayError;

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  prescriptionDirectory: PrescriptionDirectory;
  patients: PatientService;
  events: EventService;
  throttles: Throttles;
}

/** Prescriptions from the patient's side. */
export class PrescriptionClaimService {
  constructor(private readonly parts: Parts) {}

  /**
   * Assigns a submitted prescription to the caller who knows its code and the patient's birthday, and makes the caller
   * a patient of the clinic. Throws when the claim is incomplete, when no prescription matches, and after too many
   * attempts. A revision that does not match its stored hash is an internal error and is never returned.
   */
  async claim(userId: string, claim: Claim): Promise<Prescription> {
    assertComplete(claim);
    const { prescriptionClaim, prescriptionBirthday } = this.parts.throttles;
    const take = () => this.take(userId, claim);
    const ofCode = async () => {
      if (!isAccessCode(claim.accessCode)) throw nothingToClaim();
      return prescriptionBirthday.attempt({ of: claim.accessCode }, take, isWrongBirthday);
    };
    return this.parts.prescriptionDirectory.find(
      await prescriptionClaim.attempt({ of: userId }, ofCode, isWrong),
    );
  }

  private async take(userId: string, { accessCode, birthday }: Claim): Promise<PrescriptionKey> {
    const ownFacts = await this.parts.patients.facts(userId);
    return this.parts.database.transaction(async (manager) => {
      const time = now();
      const prescription = await this.lock(manager, { accessCode });
      if (!prescription || shownState(prescription, time) !== 'submitted') throw nothingToClaim();
      const { clinicId, id } = prescription;
      const { attributes } = await latestRevision(manager, prescription);
      if (attributes.birthday !== birthday) throw new WrongBirthdayError();
      const { firstName, lastName, mrn = '' } = attributes;
      // Prescriptions allow what records of patients do not, and the clinic could not save the record.
      const known = {
        fullName: shortened(`${firstName} ${lastName}`),
        birthDate: birthday,
        mrn: isBlank(mrn) ? null : mrn,
      };
      if (!(await this.parts.patients.admitWithin(manager, { clinicId, userId }, ownFacts, known)))
        throw nothingToClaim();
      await manager.update(
        PrescriptionEntity,
        { clinicId, id },
        {
          state: 'claimed',
          accessCode: null,
          patientUserId: userId,
          expirationTime: null,
          modifiedTime: time,
          modifiedUserId: userId,
        },
      );
      this.tell(manager, prescription);
      return { clinicId, id };
    });
  }

  /**
   * Makes a claimed prescription the patient's active one, and deactivates the previous one. Throws when the
   * prescription does not exist, and when its state does not allow it.
   */
  async activate({ userId, id }: ClaimedKey): Promise<Prescription> {
    const clinicId = await this.parts.database.transaction(async (manager) => {
      const all = await this.lockAll(manager, userId);
      const prescription = all.find((each) => each.id === id);
      if (!prescription) throw noSuchPrescription();
      if (prescription.state !== 'claimed') throw notActivatable(prescription);
      const active = all.find(({ activeUserId }) => activeUserId !== null);
      const time = { modifiedTime: now(), modifiedUserId: userId };
      if (active) {
        const ended = { state: 'inactive', activeUserId: null, ...time } as const;
        await manager.update(PrescriptionEntity, { clinicId: active.clinicId, id: active.id }, ended);
        this.tell(manager, active);
      }
      const begun = { state: 'active', activeUserId: userId, expirationTime: null, ...time } as const;
      await manager.update(PrescriptionEntity, { clinicId: prescription.clinicId, id }, begun);
      this.tell(manager, prescription);
      return prescription.clinicId;
    });
    return this.parts.prescriptionDirectory.find({ clinicId, id });
  }

  private lock(manager: EntityManager, wanted: { accessCode: string }): Promise<PrescriptionEntity | null> {
    return lockRow(this.parts.database, manager, PrescriptionEntity, wanted);
  }

  /** Locks all prescriptions of an account, so that two activations of one patient run one after the other. */
  private lockAll(manager: EntityManager, patientUserId: string): Promise<PrescriptionEntity[]> {
    return lockRows(this.parts.database, manager, PrescriptionEntity, { patientUserId });
  }

  private tell(manager: EntityManager, { clinicId, id }: PrescriptionEntity): void {
    this.parts.events.publish(manager, prescriptionEvents(clinicId), { clinicId, prescriptionId: id });
  }
}

function assertComplete({ accessCode, birthday }: Claim): void {
  const findings = [
    ...optional('/accessCode', accessCode, notEmpty),
    ...optional('/birthday', birthday, day),
  ];
  if (findings.length > 0) throw badInput('The claim is incomplete.', findings);
}

/** The latest revision of a locked prescription. Throws when it does not match its stored hash. */
async function latestRevision(
  manager: EntityManager,
  { clinicId, id, revisionId }: PrescriptionEntity,
): Promise<PrescriptionRevisionEntity> {
  const key = { clinicId, prescriptionId: id, revisionId };
  const revision = await manager.findOneByOrFail(PrescriptionRevisionEntity, key);
  if (integrityHash(revision.attributes) !== revision.hash)
    throw new Error(`Revision ${revisionId} of the prescription ${id} is not what was sealed.`);
  return revision;
}

function notActivatable({ state }: PrescriptionEntity): Error {
  const detail = `A prescription can only be activated when it is claimed, not when it is ${state}.`;
  return badInput(detail, [findingAt('/state', ['value-not-allowed', detail])]);
}
