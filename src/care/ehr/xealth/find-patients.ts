import type { EntityManager } from 'typeorm';
import { unprocessable } from '../../../platform/errors';
import type { PatientIdentification } from '../../patients/patient-identification.service';
import type { PatientEntity } from '../../patients/patient.entity';
import type { XealthPerson } from './event';

/** The patient with the record number and the birthday, or null. Throws when several match. */
export async function findPatient(
  patients: PatientIdentification,
  manager: EntityManager,
  clinicId: string,
  { mrn, birthDate }: XealthPerson,
): Promise<PatientEntity | null> {
  return onlyBorn(await patients.withMrn(manager, clinicId, { mrn }), { birthDate });
}

/** The one of these patients with the birthday, or null. Throws when several match. */
export function onlyBorn(
  patients: readonly PatientEntity[],
  { birthDate }: Pick<XealthPerson, 'birthDate'>,
): PatientEntity | null {
  const [found = null, ...others] = patients.filter((patient) => patient.birthDate === birthDate);
  if (others.length > 0)
    throw unprocessable('Several patients of the clinic have this record number and birthday.');
  return found;
}
