import { LessThanOrEqual } from 'typeorm';
import type { AccountService } from '../../../identity/accounts/account.service';
import { now } from '../../../platform/clock';
import type { Database } from '../../../platform/database/database';
import { deleteInBatches } from '../../../platform/database/delete-in-batches';
import { badInput } from '../../../platform/errors';
import type { PatientTagService } from '../../patients/labels/patient-tag.service';
import { isThirteen } from '../age';
import type { PatientIdentification } from '../../patients/patient-identification.service';
import type { ConnectedClinic, ConnectedClinics } from '../../clinics/settings/connected-clinics.service';
import type { Json } from '../json-fields';
import { toEnrollment } from './enrollment';
import {
  digestPerson,
  readDeployment,
  readEvent,
  readPerson,
  type XealthEvent,
  type XealthPerson,
} from './event';
import { onlyBorn } from './find-patients';
import { enrollmentForm, errorForm, type PreorderForm } from './forms';
import { XealthPreorderEntity } from './xealth-preorder.entity';

/** Milliseconds that a form waits for its order. */
const lifetime = 90 * 24 * 3_600_000;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const otherBirthday =
  'A patient with this record number has a different birthday. Please correct one of the records and order again.';
const addressTaken =
  "The email address belongs to another account. Please use a different one. If it is the patient's account, correct its record number and birthday, and order again.";

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  connectedClinics: ConnectedClinics;
  patientIdentification: PatientIdentification;
  patientTags: PatientTagService;
}

/** Answers Xealth's requests before an order is placed. */
export class XealthPreorderService {
  constructor(
    private readonly parts: Parts,
    private readonly brand: string,
  ) {}

  /**
   * The next form, or null if the order may be placed. The content of a completed form is stored for the order. Throws
   * when the event does not belong to a preorder, when it matches no clinic or several, and when it does not identify
   * the patient.
   */
  async answer(content: Json): Promise<PreorderForm | null> {
    const event = readEvent(content);
    const { type, context } = event;
    if (type !== 'preorder') throw badInput('"eventType" must be "preorder".');
    if (context !== 'initial' && context !== 'subsequent')
      throw badInput('"eventContext" must be "initial" or "subsequent".');
    const at = await this.parts.connectedClinics.ofSource('xealth', readDeployment(event));
    const person = readPerson(event, at.settings);
    return context === 'initial' ? this.ask(at, person) : this.keep(at, event, person);
  }

  private async ask({ clinic }: ConnectedClinic, person: XealthPerson): Promise<PreorderForm | null> {
    const { reader } = this.parts.database;
    const patients = await this.parts.patientIdentification.withMrn(reader, clinic.id, { mrn: person.mrn });
    if (onlyBorn(patients, person)) return null;
    if (patients.length > 0) return errorForm(null, {}, [otherBirthday]);
    const [tags = []] = await this.parts.patientTags.namesOfClinics([clinic.id]);
    return enrollmentForm(person, { brand: this.brand, isChild: !isThirteen(person.birthDate), tags });
  }

  private async keep(
    { clinic }: ConnectedClinic,
    { form }: XealthEvent,
    person: XealthPerson,
  ): Promise<PreorderForm | null> {
    const { trackingId, isCanceled, input } = form;
    if (isCanceled) return null;
    if (trackingId === null || !uuid.test(trackingId))
      throw badInput('"formData.dataTrackingId" must be that of the form.');
    const read = toEnrollment(input, !isThirteen(person.birthDate));
    if ('wrong' in read) return errorForm(trackingId, input, read.wrong);
    const { enrollment } = read;
    if (await this.parts.accounts.findByEmail(enrollment.email))
      return errorForm(trackingId, input, [addressTaken]);
    const row = {
      clinicId: clinic.id,
      trackingId: trackingId.toLowerCase(),
      enrollment,
      personDigest: digestPerson(person),
      createdTime: now(),
    };
    await this.parts.database.transaction((manager) =>
      manager.upsert(XealthPreorderEntity, row, ['clinicId', 'trackingId']),
    );
    return null;
  }

  /** Deletes forms whose order never arrived. */
  async purge(isStopped: () => boolean): Promise<void> {
    const where = { createdTime: LessThanOrEqual(now() - lifetime) };
    await deleteInBatches(this.parts.database, XealthPreorderEntity, where, isStopped);
  }
}
