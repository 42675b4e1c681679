import type { EntityManager } from 'typeorm';
import type { Database } from '../../platform/database/database';
import { badInput, notFound } from '../../platform/errors';
import { isClinicId } from '../../platform/ids';
import type { ClinicEntity } from '../clinics/clinic.entity';
import type { PatientDirectory } from '../patients/patient-directory.service';
import type { PatientIdentification } from '../patients/patient-identification.service';
import type { PatientRecord } from '../patients/patient-records';
import type { PatientEntity } from '../patients/patient.entity';
import type { ConnectedClinics } from '../clinics/settings/connected-clinics.service';
import type { EhrSettings } from '../clinics/settings/ehr-settings';
import type { EhrMessageEntity } from './ehr-message.entity';
import type { EhrMessageService } from './ehr-message.service';
import type { EhrSubscriptionService } from './ehr-subscription.service';
import { joinNames, findMrn, readOrder, type Order } from './order';

/** Criteria for finding patients. */
export const matchCriteria = ['MRN', 'MRN_DOB', 'DOB_FULLNAME'] as const;

export type MatchCriterion = (typeof matchCriteria)[number];

/** What to do if exactly one patient matches. */
export const matchActions = ['ENABLE_REPORTS', 'DISABLE_REPORTS'] as const;

export type MatchAction = (typeof matchActions)[number];

/** How to search for patients. */
export interface PatientMatch {
  criteria: readonly MatchCriterion[];
  onUniqueMatch?: MatchAction | null;
}

/** An order and its clinic, with matching patients. */
export interface OrderMatch {
  message: EhrMessageEntity;
  order: Order;
  clinic: ClinicEntity;
  settings: EhrSettings;
  /** Null if there was no search, or if the order has no record number of the clinic's type. */
  patients: PatientRecord[] | null;
}

/** The person to search for. */
interface Wanted {
  mrn: string;
  birthDate: string;
  fullName: string;
}

const missing = (what: string) => badInput(`The order does not tell ${what}.`);

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  connectedClinics: ConnectedClinics;
  ehrMessages: EhrMessageService;
  ehrSubscriptions: EhrSubscriptionService;
  patientDirectory: PatientDirectory;
  patientIdentification: PatientIdentification;
}

/** Finds the clinic and patients of an order. */
export class EhrMatchService {
  constructor(private readonly parts: Parts) {}

  /**
   * The clinic of an order and, on request, its patients; if exactly one patient matches, turns reports on or off.
   * Throws when the order does not exist, when it matches no clinic or several, and when it lacks required details.
   */
  async match(documentId: string, wanted: PatientMatch | null): Promise<OrderMatch> {
    assertMatch(documentId, wanted);
    const found = await this.locate(documentId);
    const { order, clinic, settings, message } = found;
    const person = readPerson(order, settings);
    if (!person || !wanted) return found;
    const { criteria, onUniqueMatch } = wanted;
    const patients =
      onUniqueMatch == null
        ? await this.find(this.parts.database.reader, clinic.id, person, criteria)
        : await this.parts.database.transaction(async (manager) => {
            // Until the end, nobody can join or get another record number: reports about somebody else would go to the order.
            await this.parts.connectedClinics.lockSettings(manager, clinic.id);
            const matching = await this.find(manager, clinic.id, person, criteria);
            const [only] = matching;
            if (only && matching.length === 1)
              await this.parts.ehrSubscriptions.set(
                manager,
                only,
                onUniqueMatch === 'ENABLE_REPORTS',
                message,
              );
            return matching;
          });
    const ids = patients.map(({ id }) => id);
    return { ...found, patients: ids.length === 0 ? [] : await this.parts.patientDirectory.findByIds(ids) };
  }

  /** The clinic of an order. Throws when the order does not exist, and when it matches no clinic or several. */
  async locate(documentId: string): Promise<OrderMatch> {
    const message = await this.parts.ehrMessages.findOrder(documentId);
    if (!message) throw notFound('There is no order with this id.').about('documentId');
    const order = readOrder(message.content);
    const { sourceId } = order;
    if (sourceId === null) throw missing('its source: "Meta.Source.ID"');
    const { clinic, settings } = await this.parts.connectedClinics.ofSource('redox', sourceId);
    return { message, order, clinic, settings, patients: null };
  }

  /** Matching patients by criterion, without duplicates. */
  private async find(
    manager: EntityManager,
    clinicId: string,
    person: Wanted,
    criteria: readonly MatchCriterion[],
  ): Promise<PatientEntity[]> {
    const found = await Promise.all(
      criteria.map((criterion) => this.search(manager, clinicId, person, criterion)),
    );
    return [...new Map(found.flat().map((patient) => [patient.id, patient])).values()];
  }

  /** Whether a clinic has the patient of an order, within a larger transaction. */
  async isKnown(
    manager: EntityManager,
    { clinic, order, settings }: OrderMatch,
    criteria: readonly MatchCriterion[],
  ): Promise<boolean> {
    const person = readPerson(order, settings);
    return person !== null && (await this.find(manager, clinic.id, person, criteria)).length > 0;
  }

  private search(
    manager: EntityManager,
    clinicId: string,
    person: Wanted,
    criterion: MatchCriterion,
  ): Promise<PatientEntity[]> {
    const { patientIdentification } = this.parts;
    const { mrn, birthDate } = person;
    return criterion === 'DOB_FULLNAME'
      ? patientIdentification.withName(manager, clinicId, person)
      : patientIdentification.withMrn(manager, clinicId, criterion === 'MRN' ? { mrn } : { mrn, birthDate });
  }
}

/**
 * The person that an order refers to; null if it has no record number of the clinic's type. Throws when other required
 * details are missing.
 */
export function readPerson(order: Order, { mrnIdType }: EhrSettings): Wanted | null {
  const mrn = findMrn(order, mrnIdType);
  if (mrn === null) return null;
  const { birthDate } = order;
  if (birthDate === null) throw missing('when the patient was born: "Patient.Demographics.DOB"');
  const fullName = joinNames(order);
  if (fullName === null) throw missing('the name of the patient: "Patient.Demographics"');
  return { mrn, birthDate, fullName };
}

function assertMatch(documentId: string, wanted: PatientMatch | null): void {
  if (!isClinicId(documentId)) throw badInput('"documentId" must have 24 hexadecimal characters.');
  if (wanted?.criteria.length === 0) throw badInput('"criteria" must not be empty.');
}
